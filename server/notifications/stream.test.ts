import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { createApp } from '#server/app.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { openTestApp, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { runJobs } from '#test/run-jobs.ts'
import { openStream } from './fixtures.ts'
import { notify } from './notify.ts'

/** The stream that tells a console to ask again, over real connections to two APIs on one database. */
let testApp: TestApp
let merchant: TestMerchant
let second: Awaited<ReturnType<typeof createApp>>
const bases: string[] = []
beforeAll(async () => {
  testApp = await openTestApp()
  merchant = await testApp.addMerchant()
  second = await createApp(testApp.parts, { rateFactor: 10_000 })
  for (const { app } of [testApp, second]) {
    await app.listen({ host: '127.0.0.1', port: 0 })
    bases.push(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
  }
})
afterAll(async () => {
  await second.close()
  await testApp.close()
})

const open = (session: TestSession, { node = 0, language = 'en' } = {}) =>
  openStream(bases[node] ?? '', session, language)
async function happen(to?: string) {
  await ownTransaction(
    testApp.serveParts,
    { merchantId: merchant.merchantId, environment: 'sandbox' },
    { requestId: 'test' },
    (ctx) => notify(ctx, 'ticket_answered', { ticket_ref: 'T-1', subject: 'x' }, { to: to ?? null }),
  )
  await runJobs(testApp, { names: ['tell-notice'] })
}
const sql = (text: string, values: unknown[] = []) => testApp.owner.transaction(null, (tx) => tx.query(text, values))

it('informs only the user concerned, on whichever node their console is connected', async () => {
  const [me, other] = [await testApp.signIn(merchant), await testApp.signIn(merchant)]
  const mine = [await open(me), await open(me, { node: 1 })]
  const others = await open(other)
  expect(mine[0]?.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(mine[0]?.response.headers.get('x-content-type-options')).toBe('nosniff')
  for (const stream of [...mine, others]) await expect.poll(() => stream.count('here')).toBe(1)
  const before = mine.map((stream) => stream.count('news'))
  await happen(me.subUserId)
  for (const [at, stream] of mine.entries())
    await expect.poll(() => stream.count('news')).toBeGreaterThan(before[at] ?? 0)
  await happen(other.subUserId)
  await expect.poll(() => others.count('news')).toBeGreaterThan(0)
  // It says that there is something, never what.
  expect(mine.flatMap(({ parts }) => parts).join('')).not.toMatch(/T-1|ticket/)
  for (const stream of [...mine, others]) stream.stop()
})

it('tells the other consoles of a user that something was read', async () => {
  const me = await testApp.signIn(merchant)
  await happen(me.subUserId)
  const stream = await open(me, { node: 1 })
  await expect.poll(() => stream.count('here')).toBe(1)
  const before = stream.count('news')
  await testApp.call(me, 'PUT', `/merchants/${merchant.key}/notifications/mark-all-read`, {})
  await expect.poll(() => stream.count('news')).toBeGreaterThan(before)
  stream.stop()
})

it('opens for a live session only, and ends within seconds of its end or its lock', async () => {
  expect((await fetch(`${bases[0]}/gateway/api/notifications/stream`)).status).toBe(401)
  const [left, locked, stays] = [
    await testApp.signIn(merchant),
    await testApp.signIn(merchant),
    await testApp.signIn(merchant),
  ]
  const streams = [await open(left), await open(locked, { node: 1 }), await open(stays)]
  await testApp.call(left, 'POST', '/api/account/logout', {})
  await sql(`update sessions set locked_at = now() where session_id = $1`, [locked.sessionId])
  await expect.poll(() => streams.slice(0, 2).map(({ isOver }) => isOver()), { timeout: 6_000 }).toEqual([true, true])
  expect(streams[2]?.isOver()).toBe(false)
  for (const session of [left, locked]) expect((await open(session)).response.status).toBe(401)
  streams[2]?.stop()
})

it('is for users who have set up what their business requires, and ends when their session becomes another', async () => {
  const strict = await testApp.addMerchant()
  const me = await testApp.signIn(strict)
  const stream = await open(me)
  await expect.poll(() => stream.count('here')).toBe(1)
  await sql('update merchants set require_two_step = true where merchant_id = $1', [strict.merchantId])
  await expect.poll(stream.isOver, { timeout: 6_000 }).toBe(true)
  expect((await open(me)).response.status).toBe(403)
})

it('does not keep the session from idling', async () => {
  const me = await testApp.signIn(merchant)
  await sql(`update sessions set last_seen_at = now() - interval '10 minutes' where session_id = $1`, [me.sessionId])
  const stream = await open(me)
  await expect.poll(() => stream.count('here')).toBe(1)
  const [row] = (await sql(
    `select now() - last_seen_at > interval '9 minutes' as idle from sessions where session_id = $1`,
    [me.sessionId],
  )) as { idle: boolean }[]
  expect(row?.idle).toBe(true)
  stream.stop()
})

it('lets one user have ten, and gives the place of one that is closed to the next', async () => {
  const me = await testApp.signIn(merchant)
  const streams = await Promise.all(Array.from({ length: limits.streamsPerUser }, () => open(me)))
  expect(new Set(streams.map(({ response }) => response.status))).toEqual(new Set([200]))
  const refused = await open(me)
  expect(refused.response.status).toBe(429)
  expect(refused.response.headers.get('retry-after')).toBe('1')
  streams[0]?.stop()
  await expect
    .poll(async () => {
      const next = await open(me)
      streams.push(next)
      return next.response.status
    })
    .toBe(200)
  for (const stream of streams) stream.stop()
})

it('hears again by itself when its connection to the database was cut, and says that it may have missed something', async () => {
  const me = await testApp.signIn(merchant)
  const stream = await open(me)
  await expect.poll(() => stream.count('here')).toBe(1)
  const before = stream.count('news')
  const cut = await sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'notifications' and datname = current_database()`,
  )
  expect(cut.length).toBe(2)
  // Nobody has told anything: it is the word that something may have been missed.
  await expect.poll(() => stream.count('news'), { timeout: 5_000 }).toBe(before + 1)
  await happen(me.subUserId)
  await expect.poll(() => stream.count('news')).toBe(before + 2)
  stream.stop()
})

it('keeps the language of the console for mails', async () => {
  const me = await testApp.signIn(merchant)
  for (const language of ['ar', 'ar', 'en']) {
    const stream = await open(me, { language })
    await expect.poll(() => stream.count('here')).toBe(1)
    expect(await sql('select language from notification_languages where sub_user_id = $1', [me.subUserId])).toEqual([
      { language },
    ])
    stream.stop()
  }
})

it('ends when the test app closes, which does not wait for it', async () => {
  const me = await testApp.signIn(merchant)
  const stream = await open(me, { node: 1 })
  await expect.poll(() => stream.count('here')).toBe(1)
  const since = performance.now()
  await second.app.close()
  await stream.ended
  expect(performance.now() - since).toBeLessThan(5_000)
})
