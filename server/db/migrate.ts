import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'

const ownFolder = join(import.meta.dirname, 'migrations')

/** What a start did to the schema. */
export interface Migrated {
  /** File names, in the order in which they were applied now; empty when the schema was up to date. */
  applied: string[]
}

/**
 * Brings the database up to the newest schema: each `NNNN-domain.sql` that it has not had yet, in order, each in one
 * transaction, recorded with its checksum. Only ever forward. Starts at the same moment wait for each other.
 * @param url of the owner of the schema, who alone may define tables.
 * @param folder holds the files; the product's own unless a test brings others.
 * @param upTo the last file to be applied, by its name; all of them when absent.
 * @throws MigrationError with one line: an applied file was changed or is gone, two share a number, the database is ahead
 * of this version by more than it may be, or a file failed (nothing of that file stays).
 */
export async function migrate(url: string, folder = ownFolder, upTo?: string): Promise<Migrated> {
  const all = await readMigrations(folder)
  const files = upTo === undefined ? all : all.filter(({ name }) => name <= upTo)
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await prepare(client)
    const missing = missingFrom(files, await appliedTo(client))
    for (const file of missing) await apply(client, file)
    return { applied: missing.map(({ name }) => name) }
  } finally {
    await client.end()
  }
}

/** The name of the newest migration of this version. */
export const newestMigration = async (): Promise<string> => (await readMigrations()).at(-1)?.name ?? ''

/** The operator's line about a schema that cannot be brought up to date. */
export class MigrationError extends Error {}

interface Migration {
  name: string
  sql: string
  checksum: string
}

/** The migrations of this version, in order. */
export async function readMigrations(folder = ownFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  for (const [index, name] of names.entries()) {
    if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name)) throw new MigrationError(`${name} is not named NNNN-domain.sql`)
    const before = names[index - 1]
    if (before?.slice(0, 4) === name.slice(0, 4)) throw new MigrationError(`${before} and ${name} share a number`)
  }
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** One start at a time: the lock is the session's, so it goes with the connection however that ends. */
async function prepare(client: Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [migrationLock])
  // Behind a long transaction, a table lock would make every later query wait too: rather fail and be started again.
  await client.query(`set lock_timeout = '2s'`)
  await client.query(`
    create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
}
/** Held while the schema changes. */
export const migrationLock = 7_246_301

async function appliedTo(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function missingFrom(files: Migration[], applied: Map<string, string>): Migration[] {
  const known = new Set(files.map(({ name }) => name))
  const newest = files.at(-1)?.name
  for (const name of applied.keys()) {
    if (!known.has(name) && !mayBeAhead(name, newest))
      throw new MigrationError(`The database has had ${name}, which this version does not know`)
  }
  for (const { name, checksum } of files) {
    if (applied.has(name) && applied.get(name) !== checksum) {
      throw new MigrationError(`${name} was changed after this database had it: undo that and write a new migration`)
    }
  }
  return files.filter(({ name }) => !applied.has(name))
}

/**
 * A newer version may have been here and only added to the schema: this one still runs beside it, and may be started
 * again. What takes something away, which older versions may need, is a file whose name ends in `-contract.sql`.
 */
const mayBeAhead = (name: string, newest: string | undefined): boolean =>
  newest !== undefined && name.slice(0, 4) > newest.slice(0, 4) && !name.endsWith('-contract.sql')

async function apply(client: Client, file: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(file.sql)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [file.name, file.checksum])
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error('it ended its transaction itself')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new MigrationError(`${file.name} failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}
