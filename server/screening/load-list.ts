import type { Database } from '#server/kit/db/db.ts'
import { csvTable } from '#server/kit/files/csv-table.ts'

const columns = ['id', 'schema', 'name', 'aliases', 'birth_date', 'countries'] as const

interface EntryRow {
  entry_id: string
  schema: string
  name: string
  aliases: string[]
  birth_date: string
  countries: string[]
}

/** The entries of a CSV; lists inside a cell are separated by `;`. Throws, with the line, where one is not right. */
export function readEntries(text: string): EntryRow[] {
  const known = new Set<string>()
  const entries = csvTable(text, columns).map(({ line, cells }): EntryRow => {
    const { id = '', schema = '', name = '', aliases = '', birth_date = '', countries = '' } = cells
    if (id === '' || id.length > 200) throw new Error(`Line ${line}: an entry has an id.`)
    if (known.has(id)) throw new Error(`Line ${line}: ${id} stands there twice.`)
    if (name === '' || name.length > 1_000) throw new Error(`Line ${line}: ${id} has no name.`)
    known.add(id)
    return { entry_id: id, schema, name, aliases: listed(aliases), birth_date, countries: listed(countries) }
  })
  if (entries.length === 0) throw new Error('The file has no entries.')
  return entries
}
const listed = (cell: string): string[] =>
  cell
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/**
 * Loads a list in the place of the one of its name. All or nothing; throws where the file is not right. Everybody is compared with it
 * by the sweep of jobs.
 */
export async function loadList(
  database: Database,
  list: string,
  text: string,
  now: Date,
): Promise<{ entries: number; version: number }> {
  const entries = readEntries(text)
  const version = await database.transaction(null, async (tx) => {
    const [row] = await tx.query<{ version: number }>(
      `insert into screening_lists (list, version, entries, loaded_at) values ($1, 1, $2, $3)
       on conflict (list) do update set version = screening_lists.version + 1, entries = excluded.entries, loaded_at = excluded.loaded_at
       returning version`,
      [list, entries.length, now],
    )
    await tx.query('delete from screening_entries where list = $1', [list])
    for (let at = 0; at < entries.length; at += perStatement)
      await tx.query(
        `insert into screening_entries (list, entry_id, schema, name, aliases, birth_date, countries)
         select $1, entry_id, schema, name, array(select jsonb_array_elements_text(aliases)), birth_date,
           array(select jsonb_array_elements_text(countries))
         from jsonb_to_recordset($2) as e (entry_id text, schema text, name text, aliases jsonb, birth_date text, countries jsonb)`,
        [list, JSON.stringify(entries.slice(at, at + perStatement))],
      )
    await tx.query('update screening_state set version = version + 1', [])
    return row?.version ?? 1
  })
  return { entries: entries.length, version }
}
const perStatement = 5_000
