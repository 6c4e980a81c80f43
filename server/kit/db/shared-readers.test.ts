import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/postgres.ts'
import { openDatabase, type Database, type Scope, type Transaction } from './db.ts'
import { faultOf } from '#server/kit/http/error-mapping.ts'

let place: TestDatabase
let database: Database
beforeAll(async () => {
  place = await testDatabase()
  database = openDatabase(place.url, { most: 6, sharedReaders: 2 })
})
afterAll(async () => {
  await database.close()
  await place.drop()
})

const scopeOf = (merchantId: string, environment: Scope['environment'] = 'sandbox'): Scope => ({
  merchantIds: [merchantId],
  environment,
})
const read = <T>(scope: Scope | null, work: (tx: Transaction) => Promise<T>) =>
  database.transaction(scope, work, { readOnly: true })
interface Setting {
  merchants: string
  environment: string
  plan: string
  pid: number
}
const setting = async (tx: Transaction): Promise<Setting> => {
  const [row] = await tx.query<Setting>(
    `select current_setting('app.merchants') as merchants, current_setting('app.environment') as environment,
       current_setting('plan_cache_mode') as plan, pg_backend_pid() as pid`,
    [],
  )
  return row as Setting
}

test('many read at once over two connections, each statement within its own scope', async () => {
  const pids = new Set<number>()
  const merchants = Array.from({ length: 7 }, () => crypto.randomUUID())
  const one = async (at: number) => {
    const merchant = merchants[at % merchants.length] as string
    const environment = at % 3 === 0 ? 'live' : 'sandbox'
    await read(scopeOf(merchant, environment), async (tx) => {
      const expected = { merchants: `{${merchant}}`, environment, plan: 'force_generic_plan' }
      const seen = await Promise.all([setting(tx), setting(tx)])
      await delay(at % 5)
      seen.push(await setting(tx))
      const other = merchants[(at + 1) % merchants.length] as string
      await tx.enter(scopeOf(other))
      expect(await setting(tx)).toMatchObject({ merchants: `{${other}}`, environment: 'sandbox' })
      for (const found of seen) {
        expect(found).toMatchObject(expected)
        pids.add(found.pid)
      }
    })
  }
  for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 30 }, (_, at) => one(round + at)))
  // On a busy machine a shared connection may seem stuck now and then, so a reader takes another one.
  expect(pids.size).toBeLessThanOrEqual(6)
  const few = await Promise.all(Array.from({ length: 30 }, () => read(null, setting)))
  expect(new Set(few.map(({ pid }) => pid)).size).toBeLessThanOrEqual(2)
})

test('a reader whose scope could not be set gets no rows, and the next has its own scope', async () => {
  const own = scopeOf(crypto.randomUUID())
  // PostgreSQL accepts no NUL in a text, so setting this scope fails, while the statement after it would not.
  const impossible = scopeOf('\u0000')
  const asked = [read(own, setting), read(impossible, setting), read(impossible, setting), read(own, setting)]
  const [first, second, third, fourth] = await Promise.allSettled(asked)
  for (const failed of [second, third]) expect(failed).toMatchObject({ status: 'rejected' })
  for (const fine of [first, fourth]) expect(fine).toMatchObject({ value: { merchants: `{${own.merchantIds[0]}}` } })
  expect(await read(own, setting)).toMatchObject({ merchants: `{${own.merchantIds[0]}}` })
})

test('no reader waits long behind a statement that does not return', async () => {
  const slow = read(null, (tx) => tx.query('select pg_sleep(1)', []))
  await delay(50)
  const since = performance.now()
  for (let n = 0; n < 20; n++) await Promise.all([read(null, setting), read(null, setting), read(null, setting)])
  expect(performance.now() - since).toBeLessThan(700)
  await slow
})

test('a statement planned for its values has a connection of its own, and leaves the next no setting', async () => {
  const held = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<Setting>()
  const alone = read(null, async (tx) => {
    tx.planForEach()
    const [found, again] = await Promise.all([setting(tx), setting(tx)])
    expect(again).toEqual(found)
    begun.resolve(found)
    await held.promise
  })
  const found = await begun.promise
  expect(found.plan).toBe('force_custom_plan')
  const others = await Promise.all(Array.from({ length: 20 }, () => read(null, setting)))
  for (const other of others) expect(other).not.toMatchObject({ pid: found.pid })
  held.resolve()
  await alone
  const written = await Promise.all(Array.from({ length: 6 }, () => database.transaction(null, setting)))
  const after = await Promise.all(Array.from({ length: 20 }, () => read(null, setting)))
  for (const { plan } of [...written, ...after]) expect(plan).toBe('force_generic_plan')
})

test('a shared connection that is cut fails its statements as unavailable, and later ones succeed', async () => {
  const owner = openDatabase(place.ownerUrl, { most: 1 })
  try {
    const { pid } = await read(null, setting)
    const slow = Promise.allSettled([1, 2].map(() => read(null, (tx) => tx.query('select pg_sleep(2)', []))))
    await delay(10)
    await owner.transaction(null, (tx) =>
      tx.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(2)' or pid = $1`,
        [pid],
      ),
    )
    for (const cut of await slow) expect(faultOf((cut as PromiseRejectedResult).reason).fault).toBe('unavailable')
    expect(await Promise.all([1, 2, 3].map(() => read(null, setting)))).toHaveLength(3)
  } finally {
    await owner.close()
  }
})

test('read-only work changes nothing, whichever way it asks', async () => {
  const insert = `insert into sign_in_addresses (name_hash, address, last_used_at) values ('x', 'here', now())`
  await expect(read(null, (tx) => tx.query(insert, []))).rejects.toThrow(/read-only transaction/)
  const change = { sql: insert, parameters: [] }
  await expect(read(null, async (tx) => tx.write(change))).rejects.toThrow(/read-only/)
  await expect(read(null, async (tx) => tx.append({ sizes: [1], textOf: () => insert }, []))).rejects.toThrow(
    /read-only/,
  )
})
