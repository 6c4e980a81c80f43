import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emptyDatabase, testDatabase } from '#test/postgres.ts'
import { migrate, MigrationError } from './migrate.ts'
import { isAway } from './wait.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let folder: string
const ends: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  database = await emptyDatabase()
  folder = await mkdtemp(join(tmpdir(), 'countinghouse-migrations-'))
  ends.push(database.drop, () => rm(folder, { recursive: true }))
})
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

describe('migrate', () => {
  test('applies each file once, in the order of their numbers', async () => {
    await files({ '0002-rows.sql': 'insert into t values (2)', '0001-table.sql': 'create table t (n int)' })
    expect(await migrate(database.ownerUrl, folder)).toEqual({ applied: ['0001-table.sql', '0002-rows.sql'] })
    expect(await migrate(database.ownerUrl, folder)).toEqual({ applied: [] })
    await files({ '0003-more.sql': 'insert into t values (3); insert into t values (4)' })
    expect(await migrate(database.ownerUrl, folder)).toEqual({ applied: ['0003-more.sql'] })
    expect(await query('select n from t order by n')).toEqual([{ n: 2 }, { n: 3 }, { n: 4 }])
  })

  test('refuses a file that was changed after it was applied, by name', async () => {
    await files({ '0001-table.sql': 'create table t (n int)' })
    await migrate(database.ownerUrl, folder)
    await files({ '0001-table.sql': 'create table t (n bigint)', '0002-next.sql': 'create table u (n int)' })
    await expect(migrate(database.ownerUrl, folder)).rejects.toThrow(
      new MigrationError('0001-table.sql was changed after this database had it: undo that and write a new migration'),
    )
    expect(await query(`select to_regclass('u') as u`)).toEqual([{ u: null }])
  })

  test('an older version goes on beside a newer one that has only added to the schema', async () => {
    await files({ '0001-table.sql': 'create table t (n int)', '0003-more.sql': 'alter table t add m int' })
    await migrate(database.ownerUrl, folder)
    await rm(join(folder, '0003-more.sql'))
    expect(await migrate(database.ownerUrl, folder)).toEqual({ applied: [] })
  })

  test.each(['0003-t-contract.sql', '0001-table.sql', '0000-other.sql'])(
    'refuses a database that has had %s, which it does not know and may need undone',
    async (unknown) => {
      await files({ '0002-table.sql': 'create table t (n int)', [unknown]: '' })
      await migrate(database.ownerUrl, folder)
      await rm(join(folder, unknown))
      await expect(migrate(database.ownerUrl, folder)).rejects.toThrow(`has had ${unknown}`)
    },
  )

  test('a connection that PostgreSQL ends during a file counts as PostgreSQL being away, so that the start waits for it', async () => {
    await files({ '0001-cut.sql': 'select pg_terminate_backend(pg_backend_pid())' })
    const error: unknown = await migrate(database.ownerUrl, folder).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(MigrationError)
    expect(isAway(error)).toBe(true)
  })

  test('a file that fails leaves nothing of itself, and what came before stays', async () => {
    await files({
      '0001-table.sql': 'create table t (n int)',
      '0002-broken.sql': 'create table u (n int); insert into t values (1); select * from nowhere',
    })
    await expect(migrate(database.ownerUrl, folder)).rejects.toThrow(
      new MigrationError('0002-broken.sql failed: relation "nowhere" does not exist'),
    )
    expect(await query(`select to_regclass('u') as u, (select count(*)::int from t) as rows`)).toEqual([
      { u: null, rows: 0 },
    ])
    await files({ '0002-broken.sql': 'create table u (n int)' })
    expect(await migrate(database.ownerUrl, folder)).toEqual({ applied: ['0002-broken.sql'] })
  })

  test('of ten starts at once one applies a file, also one that waits for all statements, and the others wait for it', async () => {
    await files({
      '0001-table.sql': 'create table t (n int)',
      '0002-row.sql': 'insert into t values (1)',
      '0003-t-online.sql': 'create index concurrently if not exists t_n on t (n)',
    })
    const starts = await Promise.all(Array.from({ length: 10 }, () => migrate(database.ownerUrl, folder)))
    expect(starts.filter(({ applied }) => applied.length > 0)).toHaveLength(1)
    expect(await query('select n from t')).toEqual([{ n: 1 }])
  })

  test('gives up on a table that someone holds instead of queueing everyone behind it', async () => {
    await files({ '0001-table.sql': 'create table t (n int)' })
    await migrate(database.ownerUrl, folder)
    const holder = new Client({ connectionString: database.ownerUrl })
    await holder.connect()
    ends.push(() => holder.end())
    await holder.query('begin; select * from t')
    await files({ '0002-column.sql': 'alter table t add column m int' })
    const migrating = migrate(database.ownerUrl, folder, undefined, { lockTries: 3 }).catch((error: Error) => error)
    const reader = new Client({ connectionString: database.ownerUrl, statement_timeout: 1_000 })
    await reader.connect()
    ends.push(() => reader.end())
    const first = await Promise.race([migrating, reads(reader)])
    expect(first).toEqual(new MigrationError('0002-column.sql failed: canceling statement due to lock timeout'))
    // Tried again, it waits for its turn.
    const again = migrate(database.ownerUrl, folder)
    await Promise.race([again, untilAskedFor('t')])
    await holder.query('commit')
    expect(await again).toEqual({ applied: ['0002-column.sql'] })
  })

  test('tries again after a deadlock with a transaction that goes on meanwhile', async () => {
    await files({ '0001-table.sql': 'create table t (n int primary key); insert into t values (1)' })
    await migrate(database.ownerUrl, folder)
    // The first statement excludes writers, the last one readers; the pause lets a reader become a writer in between.
    await files({
      '0002-row.sql': `lock table t in share row exclusive mode; select pg_sleep(0.2); alter table t add column m int`,
    })
    const shopper = new Client({ connectionString: database.ownerUrl })
    await shopper.connect()
    ends.push(() => shopper.end())
    await shopper.query('begin; select * from t for no key update')
    const migrating = migrate(database.ownerUrl, folder)
    await lockedBy('t', 'ShareRowExclusiveLock')
    await shopper.query('update t set n = 2; commit')
    expect(await migrating).toEqual({ applied: ['0002-row.sql'] })
    expect(await query('select n, m from t')).toEqual([{ n: 2, m: null }])
  })

  test('an online file runs step by step outside a transaction, and anew after it was cut', async () => {
    await files({
      '0001-table.sql': 'create table t (n int); insert into t values (1), (1)',
      '0002-t-online.sql': `do $$ begin insert into t values (2); commit; end $$
        \n-- step: refuses what is there twice\ncreate unique index concurrently if not exists t_once on t (n)`,
    })
    await expect(migrate(database.ownerUrl, folder)).rejects.toThrow('could not create unique index "t_once"')
    expect(await query('select indisvalid from pg_index')).toContainEqual({ indisvalid: false })
    await query('delete from t')
    expect(await migrate(database.ownerUrl, folder)).toEqual({ applied: ['0002-t-online.sql'] })
    expect(await query('select indisvalid from pg_index')).not.toContainEqual({ indisvalid: false })
    expect(await query('select n from t')).toEqual([{ n: 2 }])
  })

  test.each([
    [{ '0001-a.sql': '', '0001-b.sql': '' }, '0001-a.sql and 0001-b.sql share a number'],
    [{ '1-a.sql': '' }, '1-a.sql is not named NNNN-domain.sql'],
  ])('refuses names that leave the order open: %j', async (names, message) => {
    await files(names)
    await expect(migrate(database.ownerUrl, folder)).rejects.toThrow(message)
  })
})

test('a test database has the whole schema, and its application role owns nothing', async () => {
  const { url, ownerUrl, drop } = await testDatabase()
  ends.push(drop)
  expect(await migrate(ownerUrl)).toEqual({ applied: [] })
  const [role] = await query(
    `select current_user as name, rolsuper or rolbypassrls as exempt, (select count(*)::int from pg_class
     where relowner = pg_roles.oid) as owns from pg_roles where rolname = current_user`,
    url,
  )
  expect(role).toEqual({ name: 'countinghouse_app', exempt: false, owns: 0 })
})

async function files(contents: Record<string, string>): Promise<void> {
  for (const [name, sql] of Object.entries(contents)) await writeFile(join(folder, name), sql)
}

/** Reads again and again; fails when one has to wait for its time-out. */
async function untilAskedFor(table: string): Promise<void> {
  while ((await query(`select from pg_locks where relation = '${table}'::regclass and not granted`)).length === 0);
}

async function lockedBy(table: string, mode: string): Promise<void> {
  const held = `select from pg_locks where relation = '${table}'::regclass and mode = '${mode}' and granted`
  while ((await query(held)).length === 0);
}

async function reads(client: Client): Promise<never> {
  for (;;) await client.query('select * from t')
}

async function query(sql: string, url = database.ownerUrl): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}
