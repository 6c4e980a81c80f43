import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { recognise } from './engine/engine.ts'
import { lockMigrations } from './migration-lock.ts'

const ownFolder = join(import.meta.dirname, 'migrations')

/** The result of a migration. */
export interface Migrated {
  /** File names, in the order in which they were applied now; empty when the schema was up to date. */
  applied: string[]
}

/**
 * Brings the database up to the newest schema: each `NNNN-domain.sql` that it has not had yet, in order, each in one
 * transaction, recorded with its checksum. Only ever forward. Starts at the same moment wait for each other.
 *
 * A file whose name ends in `-online.sql` is for what takes long on large tables while they are in use: rows filled in
 * batches, indexes built concurrently, constraints validated. Its steps, divided by lines that begin with `-- step`, run one
 * after the other outside a transaction. Each must be safe to repeat: a start that was killed begins the file anew.
 * @param url of the owner of the schema, who alone may define tables.
 * @param folder holds the files; the product's own unless a test brings others.
 * @param upTo the last file to be applied, by its name; all of them when absent.
 * @param options.lockTries how often a file tries to lock its tables; 30 times take two minutes.
 * @param options.divides whether a cluster's tables are divided behind the last file.
 * @throws MigrationError with one line: an applied file was changed or is gone, two share a number, the database is ahead
 * of this version by more than it may be, or a file failed (nothing of that file stays).
 */
export async function migrate(
  url: string,
  folder = ownFolder,
  upTo?: string,
  { lockTries = 30, divides = true } = {},
): Promise<Migrated> {
  const all = await readMigrations(folder)
  const files = upTo === undefined ? all : all.filter(({ name }) => name <= upTo)
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await prepare(client)
    const missing = missingFrom(files, await appliedTo(client))
    for (const file of missing) await apply(client, file, lockTries)
    if (divides) await (await recognise(client)).afterMigrations(client)
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
  await lockMigrations(client, 'exclusive')
  await client.query(`
    create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
}

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
 * A newer version may have added to the schema: this version still runs beside it and may be restarted. A migration
 * that removes something that older versions may need has a name ending in `-contract.sql`.
 */
const mayBeAhead = (name: string, newest: string | undefined): boolean =>
  newest !== undefined && name.slice(0, 4) > newest.slice(0, 4) && !name.endsWith('-contract.sql')

async function apply(client: Client, file: Migration, lockTries: number): Promise<void> {
  try {
    if (file.name.endsWith('-online.sql')) await applyOnline(client, file)
    else await applyInOne(client, file, lockTries)
  } catch (error) {
    await client.query('rollback').catch(() => {})
    const why = error instanceof Error ? error.message : String(error)
    throw new MigrationError(`${file.name} failed: ${why}`, { cause: error })
  }
}

const applied = 'insert into schema_migrations (name, checksum) values ($1, $2)'

/**
 * A table lock that waits for a long transaction makes every later query wait too. The migration therefore waits only a
 * moment, many times, and lets other queries pass in between, for longer each time. Then it fails, to be started again.
 * A deadlock with somebody's transaction is tried again too: that one has gone on meanwhile.
 */
async function applyInOne(client: Client, file: Migration, lockTries: number): Promise<void> {
  await client.query(`set lock_timeout = '${lockWaitMs}ms'`)
  for (let tries = 1; ; tries++) {
    try {
      await client.query('begin')
      await client.query(file.sql)
      await client.query(applied, [file.name, file.checksum])
      const { command } = await client.query('commit')
      if (command !== 'COMMIT') throw new Error('it ended its transaction itself')
      return
    } catch (error) {
      if (!isLocked(error) || tries === lockTries) throw error
      await client.query('rollback')
      await pause(Math.min(tries * 200, 5_000))
    }
  }
}
const lockWaitMs = 400
/** A lock that was not got in time, or a deadlock that ended this transaction. */
const isLocked = (error: unknown) => ['55P03', '40P01'].includes((error as { code?: string }).code ?? '')

/** Its lock waits block no other query, so they may last longer. */
async function applyOnline(client: Client, file: Migration): Promise<void> {
  await client.query(`set lock_timeout = '10min'`)
  // An interrupted concurrent build leaves an invalid index with its name.
  const { rows } = await client.query<{ name: string }>(
    'select indexrelid::regclass::text as name from pg_index where not indisvalid',
  )
  for (const { name } of rows) await client.query(`drop index concurrently ${name}`)
  for (const step of file.sql.split(/^-- step.*$/m)) await client.query(step)
  await client.query(applied, [file.name, file.checksum])
}
