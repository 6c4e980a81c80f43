import type { Change } from './db.ts'

/** So many at most, so that there are few different ones to be planned. */
export const togetherMost = 8

/** Changes as one statement, which spares both sides much of the work. None sees what another has changed. */
export function together(changes: readonly Change[]): Change {
  const [first] = changes
  if (changes.length === 1 && first) return first
  const key = changes.map(({ sql }) => idOf(sql)).join()
  let sql = texts.get(key)
  if (sql === undefined) texts.set(key, (sql = textOf(changes)))
  return { sql, parameters: changes.flatMap(({ parameters }) => parameters) }
}
const texts = new Map<string, string>()

/** The last is the statement, those before it are its CTEs; each counts its parameters from where the one before ended. */
function textOf(changes: readonly Change[]): string {
  let before = 0
  const parts = changes.map(({ sql, parameters }) => {
    const from = before
    before += parameters.length
    return sql.replaceAll(/\$(\d+)/g, (_, number: string) => `$${Number(number) + from}`)
  })
  const ctes = parts.slice(0, -1).map((part, at) => `part_${at} as (${part})`)
  return `with ${ctes.join(', ')} ${parts.at(-1)}`
}

/** A short name for a text, as long ones are dear to look up. */
function idOf(sql: string): number {
  const id = ids.get(sql) ?? ids.size
  ids.set(sql, id)
  return id
}
const ids = new Map<string, number>()
