import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { openPaying, type Paying } from '#server/payments/fixtures.ts'
import type { TestSession } from '#test/test-app.ts'
import { openStream } from './fixtures.ts'

/** What open consoles hear of payments, over real connections to two APIs on one database. */
let paying: Paying
let second: Awaited<ReturnType<typeof createApp>>
const bases: string[] = []
beforeAll(async () => {
  paying = await openPaying()
  second = await createApp(paying.testApp.parts, { rateFactor: 10_000 })
  for (const { app } of [paying.testApp, second]) {
    await app.listen({ host: '127.0.0.1', port: 0 })
    bases.push(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
  }
})
afterAll(async () => {
  await second.close()
  await paying.close()
})

const card = async () => ({ token: await paying.simulator.token('4242424242424242') })
async function hears(session: TestSession, node = 0) {
  const stream = await openStream(bases[node] ?? '', session)
  await expect.poll(() => stream.count('here')).toBe(1)
  return stream
}

it('every console of the merchant hears of a payment, on whichever node', async () => {
  const { testApp, merchant } = paying
  const streams = [await hears(await testApp.signIn(merchant)), await hears(await testApp.signIn(merchant), 1)]
  const link = await paying.link({})
  const { orderRef } = await paying.start(link, await card())
  for (const stream of streams)
    await expect.poll(stream.changed).toEqual(expect.arrayContaining([`payment:${orderRef}`, `payment_link:${link}`]))
  const before = streams.map((stream) => stream.changed().length)
  await paying.settle(orderRef)
  for (const [at, stream] of streams.entries())
    await expect.poll(() => stream.changed().slice(before[at])).toContain(`payment:${orderRef}`)
  for (const stream of streams) stream.stop()
})

it('another merchant, the other environment and roles that may not read it hear nothing', async () => {
  const { testApp, merchant } = paying
  const stranger = await testApp.addMerchant()
  const strangers = await hears(await testApp.signIn(stranger))
  const live = await hears(await testApp.signIn(merchant, { environment: 'live' }))
  const payouts = await hears(await testApp.signIn(merchant, { roles: ['payouts-user'] }))
  const recon = await hears(await testApp.signIn(merchant, { roles: ['recon-user'] }))
  const admin = await hears(await testApp.signIn(merchant))
  const link = await paying.link({})
  const { orderRef } = await paying.start(link, await card())
  await expect.poll(admin.changed).toContain(`payment:${orderRef}`)
  await expect.poll(recon.changed).toContain(`payment:${orderRef}`)
  // One event goes to all streams of a process in one turn, so what has not come with the others will not come.
  expect([strangers.changed(), live.changed(), payouts.changed()]).toEqual([[], [], []])
  expect(recon.changed().join(' ')).not.toContain('payment_link')
  for (const stream of [strangers, live, payouts, recon, admin]) stream.stop()
})

it('a master hears of its merchants, until it lets one go', async () => {
  const { testApp, merchant } = paying
  const master = await testApp.addMerchant({ kind: 'master' })
  const rival = await testApp.addMerchant({ kind: 'master' })
  const tie = (masterId: string | null) =>
    testApp.owner.transaction(null, (tx) =>
      tx.query('update merchants set master_id = $2 where merchant_id = $1', [merchant.merchantId, masterId]),
    )
  await tie(master.merchantId)
  const mine = await hears(await testApp.signIn(master))
  const others = await hears(await testApp.signIn(rival))
  const own = await hears(await testApp.signIn(merchant))
  const { orderRef } = await paying.start(await paying.link({}), await card())
  await expect.poll(mine.changed).toContain(`payment:${orderRef}`)
  await tie(null)
  const after = mine.changed().length
  const { orderRef: later } = await paying.start(await paying.link({}), await card())
  await expect.poll(own.changed).toContain(`payment:${later}`)
  expect(mine.changed().slice(after).join(' ')).not.toContain(later)
  expect(others.changed()).toEqual([])
  for (const stream of [mine, others, own]) stream.stop()
})

it('of many changes at once, the kind alone is told', async () => {
  const { testApp, merchant } = paying
  const stream = await hears(await testApp.signIn(merchant))
  for (let n = 0; n < 25; n++)
    testApp.serveParts.services.changes.note(
      { merchantId: merchant.merchantId, environment: 'sandbox' },
      'refund_batch',
      `batch-${n}`,
    )
  await expect.poll(stream.changed).toContain('refund_batch:*')
  expect(stream.changed().join(' ')).not.toContain('batch-1')
  stream.stop()
})
