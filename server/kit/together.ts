import type { Change } from './db.ts'

/** So many at most, so that there are few different ones to be planned. */
export const togetherMost = 10

/**
 * Changes as one statement, which spares both sides much of the work; rows for the same table as one insert. None sees
 * what another has changed.
 */
export function together(changes: readonly Change[]): Change {
  const [first] = changes
  if (changes.length === 1 && first) return first
  const parts = alike(changes)
  const key = parts.map(({ shape, changes: { length } }) => shape.id * 100 + length).join()
  let sql = texts.get(key)
  if (sql === undefined) texts.set(key, (sql = textOf(parts)))
  return { sql, parameters: parts.flatMap((part) => part.changes.flatMap(({ parameters }) => parameters)) }
}
const texts = new Map<string, string>()

interface Part {
  shape: Shape
  changes: [Change, ...Change[]]
}
/** Rows for the same columns in one part, at the place of the first; anything else is a part by itself. */
function alike(changes: readonly Change[]): Part[] {
  const parts: Part[] = []
  for (const change of changes) {
    const shape = shapeOf(change.sql)
    const same = shape.row === undefined ? undefined : parts.find((part) => part.shape === shape)
    if (same) same.changes.push(change)
    else parts.push({ shape, changes: [change] })
  }
  return parts
}

/** The last is the statement, those before it are its CTEs; each counts its parameters from where the one before ended. */
function textOf(parts: readonly Part[]): string {
  let before = 0
  const renumbered = (text: string, { parameters }: Change) => {
    const from = before
    before += parameters.length
    return text.replaceAll(/\$(\d+)/g, (_, number: string) => `$${Number(number) + from}`)
  }
  const statements = parts.map(({ shape: { row = '' }, changes: [first, ...others] }) =>
    [renumbered(first.sql, first), ...others.map((other) => renumbered(row, other))].join(', '),
  )
  const ctes = statements.slice(0, -1).map((statement, at) => `part_${at} as (${statement})`)
  return ctes.length === 0 ? statements.join() : `with ${ctes.join(', ')} ${statements.at(-1)}`
}

/** What is known of a text, which is long to look through: a short name, and the row of an insert that is nothing but one. */
interface Shape {
  id: number
  row: string | undefined
}
function shapeOf(sql: string): Shape {
  let shape = shapes.get(sql)
  if (!shape) shapes.set(sql, (shape = { id: shapes.size, row: newRow.exec(sql)?.[1] }))
  return shape
}
const shapes = new Map<string, Shape>()
const newRow = /^insert into [^()]*\([^()]*\) values (\([^()]*\))$/
