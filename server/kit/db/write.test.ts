import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx, Owner, Services } from '#server/kit/ctx.ts'
import { faultOf } from '#server/kit/http/error-mapping.ts'
import { testDatabase, type TestDatabase } from '#test/postgres.ts'
import { openDatabase, type Database } from './db.ts'
import { newId } from './id.ts'
import { ownTransaction } from './own-transaction.ts'
import { namesMost } from './send-query.ts'

let place: TestDatabase
/** One connection, so that a transaction meets whatever state the one before left on it. */
let database: Database
let asOwner: Database
let owner: Owner
beforeAll(async () => {
  place = await testDatabase()
  database = openDatabase(place.url, { most: 1 })
  asOwner = openDatabase(place.ownerUrl, { most: 1 })
})
afterAll(async () => {
  await database.close()
  await asOwner.close()
  await place.drop()
})
beforeEach(async () => {
  owner = await newOwner()
})

async function newOwner(): Promise<Owner> {
  const merchantId = newId()
  const merchant = `insert into merchants (merchant_id, key, slug, name, email, country, currency, kind, wrapped_key, secret_sealed, created_at)
    values ($1, $2, $2, 'Borneo Coffee', 'a@example.com', 'SG', 'SGD', 'single', '', '', now())`
  await asOwner.transaction(null, (tx) => tx.query(merchant, [merchantId, `key-${merchantId}`]))
  return { merchantId, environment: 'sandbox' }
}
const parts = (on: Database) => ({ database: on, services: {} as Services, now: () => new Date() })
const inTransaction = <T>(work: (ctx: Ctx) => Promise<T>, of = owner, on = database) =>
  ownTransaction(parts(on), of, { requestId: 'test' }, work)

const entry = (event: string) => ({
  object_type: 'test',
  object_ref: 'one',
  entry_id: newId(),
  at: new Date(),
  event,
  actor_name: '',
  facts: '{}',
})
const eventsOf = async ({ own }: Ctx) =>
  (await own.select('timeline').select('event').orderBy('entry_id').execute()).map(({ event }) => event)
const rename = ({ own }: Ctx, name: string) => own.update('merchants').set({ name })
const nameOf = async ({ own }: Ctx) => (await own.select('merchants').select('name').executeTakeFirst())?.name

test('a read of any kind sees all rows that its transaction has written and appended before it', async () => {
  await inTransaction(async (ctx) => {
    ctx.append('timeline', entry('first'))
    expect(await eventsOf(ctx)).toEqual(['first'])
    ctx.append('timeline', entry('second'))
    ctx.write(rename(ctx, 'Renamed'))
    ctx.append('timeline', entry('third'))
    expect(await nameOf(ctx)).toBe('Renamed')
    const raw = await ctx.tx.query('select 1 from timeline where merchant_id = $1', [owner.merchantId])
    expect(raw).toHaveLength(3)
    ctx.append('timeline', entry('fourth'))
    expect(await ctx.tx.read('select event from timeline order by entry_id desc limit 1')).toEqual([['fourth']])
  })
})

test('a change sees the rows that were added before it', async () => {
  await inTransaction(async (ctx) => {
    ctx.append('timeline', entry('told'))
    const told = ctx.own.select('timeline').select('event').where('event', '=', 'told')
    ctx.write(rename(ctx, 'Told').where(({ exists }) => exists(told)))
  })
  expect(await inTransaction(nameOf)).toBe('Told')
})

test('two changes of one row both count', async () => {
  await inTransaction(async (ctx) => {
    const more = () => ctx.own.update('merchants').set({ name: sql<string>`name || '!'` })
    ctx.write(more())
    ctx.write(more())
  })
  expect(await inTransaction(nameOf)).toBe('Borneo Coffee!!')
})

test('a failed change fails the transaction with its own error, whatever was sent after it', async () => {
  const key = { owner: 'me', key: 'k', operation: 'x', fingerprint: Buffer.from('f'), status: 200, answer: '' }
  const broken = inTransaction(async (ctx) => {
    ctx.write(rename(ctx, 'Gone'))
    ctx.append('idempotency_keys', { ...key, created_at: ctx.now })
    ctx.append('idempotency_keys', { ...key, created_at: ctx.now })
    await nameOf(ctx)
  })
  const failure = await broken.catch((error: unknown) => error)
  expect(failure).toMatchObject({ constraint: 'idempotency_keys_pkey' })
  expect(faultOf(failure).fault).toBe('inProgress')
  expect(await inTransaction(nameOf)).toBe('Borneo Coffee')
})

test('any number of added rows takes few statements, of which there are few texts, and keeps their order', async () => {
  const events = Array.from({ length: 101 }, (_, at) => `event ${at}`)
  await inTransaction(async (ctx) => {
    for (const event of events) ctx.append('timeline', entry(event))
  })
  await inTransaction(async (ctx) => ctx.append('timeline', entry('last')))
  expect(await inTransaction(eventsOf)).toEqual([...events, 'last'])
  const [seen] = await inTransaction((ctx) =>
    ctx.tx.query<{ texts: bigint; statements: bigint }>(
      `select (select count(*) from pg_prepared_statements where statement like 'insert into timeline%') as texts,
         count(distinct cmin::text) as statements from timeline where merchant_id = $1 and event <> 'last'`,
      [owner.merchantId],
    ),
  )
  expect(seen).toEqual({ texts: 3n, statements: 14n })
})

test('a written row belongs to the owner that the transaction has at that moment', async () => {
  const live: Owner = { ...owner, environment: 'live' }
  await inTransaction(async (ctx) => {
    ctx.append('timeline', entry('in sandbox'))
    const inLive = await ctx.enter(live)
    inLive.append('timeline', entry('in live'))
  })
  expect(await inTransaction(eventsOf)).toEqual(['in sandbox'])
  expect(await inTransaction(eventsOf, live)).toEqual(['in live'])
})

test('a context of another owner has the time of the first, and queues jobs for its own owner', async () => {
  const other = await newOwner()
  const queued: unknown[][] = []
  await inTransaction(async (ctx) => {
    ctx.tx.append = (_insert, values) => void queued.push(values)
    const later = ctx.with({ now: new Date(0) })
    const entered = await later.enter(other)
    expect(entered.now).toEqual(new Date(0))
    for (const one of [ctx, entered, ctx.with({ owner: other })]) one.enqueue({ name: 'test', data: z.any() }, {})
  })
  const owners = queued.map(([, data]) => (JSON.parse(String(data)) as Owner).merchantId)
  expect(owners).toEqual([owner.merchantId, other.merchantId, other.merchantId])
})

test('queries of `own` find and change no other owner’s rows, even without row-level security', async () => {
  const other = await newOwner()
  for (const of of [owner, other, { ...owner, environment: 'live' as const }])
    await inTransaction(async (ctx) => ctx.append('timeline', entry(of.environment)), of)
  await inTransaction(
    async (ctx) => {
      ctx.write(rename(ctx, 'Mine'))
      ctx.write(ctx.own.insert('timeline', entry('added')))
      expect(await eventsOf(ctx)).toEqual(['sandbox', 'added'])
    },
    owner,
    asOwner,
  )
  expect(await inTransaction(nameOf, other)).toBe('Borneo Coffee')
  expect(await inTransaction(eventsOf, other)).toEqual(['sandbox'])
})

test('names of statements do not run out: lists take none, and a frequent statement has one after any number of others', async () => {
  const hot = `select 'hot' as it`
  const isNamed = () =>
    inTransaction(async ({ tx }) => {
      await tx.query(hot, [])
      const found = await tx.query<{ name: string }>('select name from pg_prepared_statements where statement = $1', [
        hot,
      ])
      return found.length === 1
    })
  /** The number of names that a connection has given out, and the connection. */
  const names = () =>
    inTransaction(async ({ tx }) => {
      const [row] = await tx.query<{ count: bigint; connection: number }>(
        'select count(*), pg_backend_pid() as connection from pg_prepared_statements',
        [],
      )
      return { count: Number(row?.count), connection: row?.connection }
    })
  const askMany = ({ readOnly, isList }: { readOnly: boolean; isList: boolean }) =>
    database.transaction(
      null,
      async (tx) => {
        if (isList) tx.planForEach()
        const texts = Array.from({ length: 2 * namesMost }, (_, at) => `select ${at} as number_${isList}_${readOnly}`)
        await Promise.all(texts.map((text) => tx.query(text, [])))
      },
      { readOnly },
    )
  expect(await isNamed()).toBe(true)
  const before = await names()
  await askMany({ readOnly: true, isList: true })
  await askMany({ readOnly: false, isList: true })
  const after = await names()
  expect(after.connection).toBe(before.connection)
  // The session settings of such work are statements too.
  expect(after.count).toBeLessThan(before.count + 5)
  await askMany({ readOnly: true, isList: false })
  await askMany({ readOnly: false, isList: false })
  expect(await isNamed()).toBe(true)
  expect((await names()).count).toBeLessThan(namesMost)
})
