import type { Client } from 'pg'
import { lockMigrations, unlockMigrations } from '#server/db/migration-lock.ts'
import { writeArchive, type ArchiveWriter } from './archive.ts'
import { copyOut } from './copy.ts'
import { connectForAll, fingerprint, listMigrations, listTables, reading, type Table } from './session.ts'

export interface BackedUp {
  /** The instant that the backup shows, to the microsecond. */
  at: string
  tables: number
  rows: number
  bytes: number
}

/**
 * Writes the whole database as of one instant into a file, while the product runs. The master key is not in it; unfinished jobs
 * are.
 * @param onTable called after each table.
 * @throws ArchiveError when the file exists already or cannot be written.
 */
export async function backUp(options: {
  ownerUrl: string
  masterKey: Buffer
  passphrase: string | null
  file: string
  onTable?: (table: string, rows: number) => void
}): Promise<BackedUp> {
  const client = await connectForAll(options.ownerUrl)
  let archive: ArchiveWriter | undefined
  try {
    const tables = await beginSnapshot(client)
    const { rows: instant } = await client.query<{ at: string }>('select now()::text as at')
    const at = instant[0]?.at ?? ''
    const head = { at, migrations: await listMigrations(client), master_key: fingerprint(options.masterKey) }
    archive = await writeArchive(options.file, head, options.passphrase)
    let rows = 0
    for (const table of tables) {
      const count = await writeTable(client, archive, table)
      options.onTable?.(table.name, count)
      rows += count
    }
    await writeTable(client, archive, jobs)
    await archive.line({ sequences: await readSequences(client) })
    return { at, tables: tables.length, rows, bytes: await archive.finish() }
  } catch (error) {
    await archive?.abandon()
    throw error
  } finally {
    await client.end()
  }
}

/**
 * One instant for everything that is read from here on. While it begins no migration runs; afterwards one that would
 * change a table waits and gives up, and starts without one go on.
 */
async function beginSnapshot(client: Client): Promise<Table[]> {
  await lockMigrations(client, 'shared')
  const tables = await listTables(client)
  await client.query('begin isolation level repeatable read read only')
  await client.query(`lock table ${[...tables.map(({ name }) => name), 'pgboss.job'].join(', ')} in access share mode`)
  await unlockMigrations(client)
  return tables
}

/** The unfinished jobs, each in the form in which it is enqueued. */
const jobs: Table & { sql: string } = {
  name: 'jobs',
  columns: ['name', 'data', 'start_after'],
  sql: `copy (select name, data, start_after from pgboss.job where state in ('created', 'retry', 'active')) to stdout`,
}

const newline = 10

async function writeTable(client: Client, archive: ArchiveWriter, table: Table & { sql?: string }): Promise<number> {
  const { name, columns } = table
  await archive.line({ table: name, columns })
  let rows = 0
  let written = 0
  const lines = copyOut(client, table.sql ?? reading(table))
  const sha256 = await archive.rows(
    (async function* () {
      let next = await lines.next()
      for (; next.done !== true; next = await lines.next()) {
        for (const byte of next.value) if (byte === newline) written += 1
        yield next.value
      }
      rows = next.value
    })(),
  )
  if (written !== rows) throw new Error(`${name} has ${rows} rows, and ${written} were written`)
  await archive.line({ rows, sha256 })
  return rows
}

/** The last value of each sequence, by table and column; null for an unused one. */
async function readSequences(client: Client): Promise<{ table: string; column: string; value: string | null }[]> {
  const { rows } = await client.query<{ table: string; column: string; value: string | null }>(`
    select quote_ident(t.relname) as table, a.attname as column,
      pg_sequence_last_value(pg_get_serial_sequence(t.oid::regclass::text, a.attname)::regclass)::text as value
    from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
      and pg_get_serial_sequence(t.oid::regclass::text, a.attname) is not null`)
  return rows
}
