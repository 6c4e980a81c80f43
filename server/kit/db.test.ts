import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Environment } from '#contract/kit/wire.ts'
import { testDatabase, type TestDatabase } from '#test/postgres.ts'
import { databaseWire } from '#test/trials/database-wire.ts'
import { openDatabase, type Scope, type Transaction } from './db.ts'
import { faultOf } from './failure.ts'
import { timeOuts } from './time-outs.ts'

let place: TestDatabase
beforeAll(async () => {
  place = await testDatabase()
})
afterAll(() => place.drop())

test('a connection cut at work fails that work alone, and costs the process nothing', async () => {
  const told: string[] = []
  const database = openDatabase(place.url, { most: 1, onError: (error) => told.push(error.message) })
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
    expect(told.length).toBeGreaterThan(0)
    expect(await database.transaction(null, (tx) => tx.query('select 1 as one', []))).toEqual([{ one: 1 }])
  } finally {
    await database.close()
    await other.close()
  }
})

const change = (sql: string, parameters: unknown[] = []) => ({ sql, parameters })
const key = () => Buffer.from(crypto.randomUUID())
const insert = `insert into sign_in_addresses (name_hash, address, last_used_at) values ($1, 'here', now())`

test('what is sent without waiting is there after the commit, and fails the whole with its own reason', async () => {
  const database = openDatabase(place.url, { most: 1 })
  const [kept, twice] = [key(), key()]
  try {
    await database.transaction(null, async (tx) => tx.send(change(insert, [kept])))
    const broken = database.transaction(null, async (tx) => {
      tx.send(change(insert, [twice]))
      tx.send(change(insert, [twice]))
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

test('read-only work changes nothing, and leaves nothing of its scope to the next', async () => {
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

test('inserts that nobody looks at go as one statement, at the end or when somebody looks after all', async () => {
  const database = openDatabase(place.url, { most: 1 })
  const owner = openDatabase(place.ownerUrl, { most: 1 })
  const keys = [key(), key(), key()]
  const statements = (tx: Transaction) =>
    tx.query<{ cmin: string; address: string }>(
      'select cmin::text, address from sign_in_addresses where name_hash = any ($1) order by address',
      [keys],
    )
  const at = (place: string, name: Buffer | undefined) =>
    change(`insert into sign_in_addresses (address, name_hash, last_used_at) values ($1, $2, now())`, [place, name])
  try {
    await database.transaction(null, async (tx) => {
      tx.later(at('a', keys[0]))
      tx.later(at('b', keys[1]))
      expect(await statements(tx)).toEqual([])
      tx.flush()
      expect(await statements(tx)).toHaveLength(2)
      tx.later(at('c', keys[2]))
    })
    const [a, b, c] = await owner.transaction(null, statements, { readOnly: true })
    expect([a?.address, b?.address, c?.address]).toEqual(['a', 'b', 'c'])
    expect(b?.cmin).toBe(a?.cmin)
    expect(c?.cmin).not.toBe(a?.cmin)

    const more = key()
    const broken = database.transaction(null, async (tx) => {
      tx.later(at('d', more))
      tx.later(at('e', keys[0]))
      tx.later(at('e', keys[0]))
    })
    await expect(broken).rejects.toThrow(/duplicate key/)
    const [kept] = await owner.transaction(
      null,
      (tx) =>
        tx.query<{ count: bigint }>('select count(*) from sign_in_addresses where name_hash = any ($1)', [
          [...keys, more],
        ]),
      { readOnly: true },
    )
    expect(kept?.count).toBe(3n)
  } finally {
    await database.close()
    await owner.close()
  }
})

test('what is to be written later is written in the scope that it was meant for', async () => {
  const owner = openDatabase(place.ownerUrl, { most: 1 })
  const settings = `insert into sign_in_addresses (name_hash, address, last_used_at) values ($1, current_setting('app.environment'), now())`
  const scope = (environment: Environment): Scope => ({ merchantIds: [crypto.randomUUID()], environment })
  const [first, second] = [key(), key()]
  try {
    await owner.transaction(scope('sandbox'), async (tx) => {
      tx.later(change(settings, [first]))
      await tx.enter(scope('live'))
      tx.later(change(settings, [second]))
    })
    const rows = await owner.transaction(null, (tx) =>
      tx.query('select address from sign_in_addresses where name_hash = any ($1) order by address', [[first, second]]),
    )
    expect(rows).toEqual([{ address: 'live' }, { address: 'sandbox' }])
  } finally {
    await owner.close()
  }
})

test('a query after the end of its transaction is refused, not asked in the next one', async () => {
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
      statement_timeout: timeOuts.statementMs,
      lock_timeout: timeOuts.lockMs,
      idle_in_transaction_session_timeout: timeOuts.idleInTransactionMs,
      transaction_timeout: timeOuts.transactionMs,
    })
  } finally {
    await database.close()
  }
})

test('no plan reads a whole table where an index would do, or begins processes of its own', async () => {
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

test('when one connection does not answer, those that were not heard of since are not tried out one by one', async () => {
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
