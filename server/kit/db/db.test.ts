import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/postgres.ts'
import { databaseWire } from '#test/faults/database-wire.ts'
import { openDatabase } from './db.ts'
import { faultOf } from '#server/kit/http/error-mapping.ts'
import { timeouts } from '#server/kit/timeouts.ts'

let place: TestDatabase
beforeAll(async () => {
  place = await testDatabase()
})
afterAll(() => place.drop())

test('a connection that is cut fails its own transaction alone, and the process goes on', async () => {
  const lost: string[] = []
  const database = openDatabase(place.url, { most: 1, onError: (error) => lost.push(error.message) })
  const other = openDatabase(place.ownerUrl, { most: 1 })
  try {
    const cut = database.transaction(null, async (tx) => {
      const [own] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid', [])
      await Promise.all([
        tx.query('select pg_sleep(3)', []),
        other.transaction(null, (theirs) => theirs.query('select pg_terminate_backend($1)', [own?.pid])),
      ])
    })
    expect(faultOf(await cut.catch((error: unknown) => error)).fault).toBe('unavailable')
    expect(lost.length).toBeGreaterThan(0)
    expect(await database.transaction(null, (tx) => tx.query('select 1 as one', []))).toEqual([{ one: 1 }])
  } finally {
    await database.close()
    await other.close()
  }
})

const change = (sql: string, parameters: unknown[] = []) => ({ sql, parameters })
const key = () => Buffer.from(crypto.randomUUID())
const insert = `insert into sign_in_addresses (name_hash, address, last_used_at) values ($1, 'here', now())`

test('an unawaited change is there after the commit, and its failure fails the transaction with its own error', async () => {
  const database = openDatabase(place.url, { most: 1 })
  const [kept, twice] = [key(), key()]
  try {
    await database.transaction(null, async (tx) => tx.write(change(insert, [kept])))
    const broken = database.transaction(null, async (tx) => {
      tx.write(change(insert, [twice]))
      tx.write(change(insert, [twice]))
      return tx.query('select 1', [])
    })
    await expect(broken).rejects.toThrow(/duplicate key/)
    const rows = await database.transaction(null, (tx) =>
      tx.query('select name_hash from sign_in_addresses where name_hash = any ($1)', [[kept, twice]]),
    )
    expect(rows).toEqual([{ name_hash: kept }])
  } finally {
    await database.close()
  }
})

test('read-only work changes nothing, and leaves no scope to the next', async () => {
  const database = openDatabase(place.url, { most: 1 })
  const merchant = '11111111-1111-4111-8111-111111111111'
  const scope = () => 'select current_setting($1) as merchants'
  try {
    const reading = { merchantIds: [merchant], environment: 'live' } as const
    const writes = database.transaction(reading, (tx) => tx.query(insert, [key()]), { readOnly: true })
    await expect(writes).rejects.toThrow(/read-only transaction/)
    const [next] = await database.transaction(null, (tx) => tx.query(scope(), ['app.merchants']))
    expect(next).not.toEqual({ merchants: `{${merchant}}` })
    await database.transaction(null, (tx) => tx.query(insert, [key()]))
  } finally {
    await database.close()
  }
})

test('a query after the end of its transaction is refused, and does not run in the next one', async () => {
  const database = openDatabase(place.url, { most: 1 })
  try {
    const escaped = await database.transaction(null, async (tx) => ({ tx }))
    await expect(escaped.tx.query('select 1', [])).rejects.toThrow(/after the end/)
  } finally {
    await database.close()
  }
})

test('each connection has the time-outs of the table, the whole transaction’s where the server knows one', async () => {
  const database = openDatabase(place.url, { most: 1 })
  try {
    const set = await database.transaction(null, (tx) =>
      tx.query<{ name: string; ms: number }>(
        `select name, setting::int as ms from pg_settings where name = any ($1) order by name`,
        [['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout']],
      ),
    )
    expect(Object.fromEntries(set.map(({ name, ms }) => [name, ms]))).toEqual({
      statement_timeout: timeouts.statementMs,
      lock_timeout: timeouts.lockMs,
      idle_in_transaction_session_timeout: timeouts.idleInTransactionMs,
      transaction_timeout: timeouts.transactionMs,
    })
  } finally {
    await database.close()
  }
})

test('no plan scans a whole table where an index would do, or starts parallel workers', async () => {
  const database = openDatabase(place.url, { most: 1 })
  try {
    const plan = await database.transaction(null, async (tx) => {
      const [row] = await tx.query<{ scan: string; workers: string }>(
        `select current_setting('enable_seqscan') as scan, current_setting('max_parallel_workers_per_gather') as workers`,
        [],
      )
      return row
    })
    expect(plan).toEqual({ scan: 'off', workers: '0' })
  } finally {
    await database.close()
  }
})

test('notes run after a commit, and not after a rollback', async () => {
  const database = openDatabase(place.url, { most: 1 })
  const noted: string[] = []
  try {
    await database.transaction(null, async (tx) => {
      tx.afterCommit(() => noted.push('kept'))
      await tx.query(insert, [key()])
      expect(noted).toEqual([])
    })
    const failed = database.transaction(null, async (tx) => {
      tx.afterCommit(() => noted.push('lost'))
      await tx.query('select 1/0', [])
    })
    await expect(failed).rejects.toThrow()
    expect(noted).toEqual(['kept'])
  } finally {
    await database.close()
  }
})

test('a statement whose tables were changed under it fails once, as unavailable, and then works', async () => {
  const [database, owner] = [openDatabase(place.url, { most: 1 }), openDatabase(place.ownerUrl, { most: 1 })]
  const change = (text: string) => owner.transaction(null, (tx) => tx.query(text, []))
  const read = () => database.transaction(null, (tx) => tx.query('select * from changing', []), { readOnly: true })
  try {
    await change('create table changing (n int)')
    await change('grant select on changing to countinghouse_app')
    expect(await read()).toEqual([])
    await change('alter table changing add column m int')
    expect(faultOf(await read().catch((error: unknown) => error)).fault).toBe('unavailable')
    expect(await read()).toEqual([])
  } finally {
    await database.close()
    await owner.close()
  }
})

test('when one connection does not answer, those without an answer since are not tried one by one', async () => {
  const wire = await databaseWire(place.url)
  const database = openDatabase(wire.url, { most: 5, answerMs: 500 })
  const ask = () => database.transaction(null, (tx) => tx.query('select pg_sleep(0.05)', []), { readOnly: true })
  try {
    await Promise.all([1, 2, 3, 4, 5].map(ask))
    wire.swallow(true)
    expect(faultOf(await ask().catch((error: unknown) => error)).fault).toBe('unavailable')
    wire.swallow(false)
    for (let n = 0; n < 5; n++) await ask()
  } finally {
    await database.close()
    await wire.close()
  }
})
