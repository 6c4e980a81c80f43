import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/postgres.ts'
import { openDatabase } from './db.ts'
import { faultOf } from './failure.ts'

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

test('a query after the end of its transaction is refused, not asked in the next one', async () => {
  const database = openDatabase(place.url, { most: 1 })
  try {
    const escaped = await database.transaction(null, async (tx) => ({ tx }))
    await expect(escaped.tx.query('select 1', [])).rejects.toThrow(/after the end/)
  } finally {
    await database.close()
  }
})
