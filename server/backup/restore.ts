import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { recognise } from '#server/db/engine/engine.ts'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { lockMigrations } from '#server/db/migration-lock.ts'
import { jobs as declaredJobs } from '#server/jobs.ts'
import { prepareJobs } from '#server/kit/jobs/jobs.ts'
import { newJob } from '#server/kit/jobs/new-job.ts'
import { ArchiveError, checkArchive, readArchive, type ArchiveReader, type Header } from './archive.ts'
import { copyIn, copyOut } from './copy.ts'
import { connectForAll, fingerprint, listMigrations, listTables, reading, type Table } from './session.ts'
import { withoutGuards } from './without-guards.ts'

/** Why nothing was restored: one line for the operator. */
export class RestoreError extends Error {}

export interface Restored {
  at: string
  tables: number
  rows: number
  jobs: number
}

/**
 * Loads a backup into a database that holds nothing, in one transaction: all of it or nothing. Each table is read back
 * and held against the backup's checksum before the commit.
 * @param options.otherKey restore although the master key is not the one that sealed the secrets in it.
 * @throws ArchiveError or RestoreError.
 */
export async function restore(options: {
  ownerUrl: string
  masterKey: Buffer
  passphrase: string | null
  file: string
  otherKey: boolean
  onTable?: (table: string, rows: number) => void
}): Promise<Restored> {
  const archive = await readArchive(options.file, options.passphrase)
  const { header } = archive
  await checkVersion(header)
  checkKey(header, options)
  // A file that is broken anywhere is refused before the database is touched.
  await checkArchive(options.file, options.passphrase)
  const client = await connectForAll(options.ownerUrl)
  try {
    await expectEmpty(client)
    // Tables of a cluster are divided with their rows.
    await migrate(options.ownerUrl, undefined, header.migrations.at(-1)?.name, { divides: false })
    await prepareJobs(options.ownerUrl, declaredJobs, () => {})
    // A start that would bring the schema further waits until this is over.
    await lockMigrations(client, 'exclusive')
    await client.query('begin')
    if (JSON.stringify(await listMigrations(client)) !== JSON.stringify(header.migrations))
      throw new RestoreError('The database has been given another schema meanwhile: begin with an empty one')
    const tables = await listTables(client)
    const restored = await withoutGuards(client, tables, async () => {
      await expectEmpty(client)
      await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
      const loaded = await loadAll(client, archive, { ...options, tables })
      // A user who has signed out since the backup must not be signed in by it, so every session ends.
      await client.query('update sessions set ended_at = now() where ended_at is null')
      return loaded
    })
    await client.query('commit')
    await (await recognise(client)).afterMigrations(client)
    await client.query('analyze')
    return { at: header.at, tables: tables.length, ...restored }
  } finally {
    await client.end()
  }
}

async function checkVersion({ migrations }: Header): Promise<void> {
  const ours = await readMigrations()
  for (const [index, { name, checksum }] of migrations.entries()) {
    if (ours[index]?.name === name && ours[index].checksum === checksum) continue
    throw new RestoreError(`The backup has ${name}, which this version does not: restore it with the one that made it`)
  }
}

function checkKey({ master_key }: Header, { masterKey, otherKey }: { masterKey: Buffer; otherKey: boolean }): void {
  if (otherKey || fingerprint(masterKey) === master_key) return
  throw new RestoreError(
    'The master key is not the one of this backup: bring that back, or give up all sealed secrets with --other-master-key',
  )
}

async function expectEmpty(client: Client): Promise<void> {
  const { rows } = await client.query<{ table: string | null }>(`select to_regclass('public.merchants')::text as table`)
  if (rows[0]?.table == null) return
  const { rowCount } = await client.query('select 1 from merchants limit 1')
  if (rowCount !== 0) throw new RestoreError('The database is not empty: restore into a new one')
}

async function loadAll(
  client: Client,
  archive: ArchiveReader,
  { tables, onTable }: { tables: Table[]; onTable?: (table: string, rows: number) => void },
): Promise<{ rows: number; jobs: number }> {
  let all = 0
  let jobs = 0
  const missing = new Set(tables.map(({ name }) => name))
  for (;;) {
    const line = await archive.line()
    if ('end' in line) {
      archive.end(line)
      if (missing.size > 0) throw new ArchiveError(`The backup lacks ${[...missing].join(', ')}`)
      return { rows: all, jobs }
    }
    if (Array.isArray(line['sequences'])) await setSequences(client, line['sequences'] as Sequence[])
    else if (line['table'] === 'jobs') jobs = await loadJobs(client, archive)
    else {
      const name = String(line['table'])
      const table = tables.find((each) => each.name === name)
      if (!table || !missing.delete(name)) throw new ArchiveError(`The backup has ${name}, which the schema does not`)
      const columns = (line['columns'] as string[]).filter((column) => table.columns.includes(column))
      const rows = await loadTable(client, archive, { name, columns })
      onTable?.(name, rows)
      all += rows
    }
  }
}

async function loadTable(client: Client, archive: ArchiveReader, table: Table): Promise<number> {
  const hash = createHash('sha256')
  const sql = `copy ${table.name} (${table.columns.join(', ')}) from stdin`
  const loaded = await copyIn(client, sql, archive.rows(hash))
  const { rows, sha256 } = await archive.line()
  if (loaded !== rows || hash.digest('hex') !== sha256) throw new ArchiveError(`${table.name} is not as it was written`)
  const again = createHash('sha256')
  for await (const chunk of copyOut(client, reading(table))) again.update(chunk)
  if (again.digest('hex') !== sha256) throw new RestoreError(`${table.name} reads differently from the backup`)
  return loaded
}

interface Sequence {
  table: string
  column: string
  value: string | null
}
async function setSequences(client: Client, sequences: Sequence[]): Promise<void> {
  for (const { table, column, value } of sequences)
    if (value !== null) await client.query('select setval(pg_get_serial_sequence($1, $2), $3)', [table, column, value])
}

/** Into a table of this transaction first, then sent as every job is, in the same transaction. */
async function loadJobs(client: Client, archive: ArchiveReader): Promise<number> {
  await client.query('create temporary table restored (name text, data jsonb, start_after timestamptz) on commit drop')
  const hash = createHash('sha256')
  await copyIn(client, 'copy restored from stdin', archive.rows(hash))
  const { sha256 } = await archive.line()
  if (hash.digest('hex') !== sha256) throw new ArchiveError('The jobs are not as they were written')
  const { rows } = await client.query<{ name: string; data: object; start_after: Date }>('select * from restored')
  const known = rows.filter(({ name }) => declaredJobs.some((job) => job.name === name))
  for (const { name, data, start_after } of known) {
    const { sql, parameters } = newJob(name, data, start_after)
    await client.query(sql, [...parameters])
  }
  return known.length
}
