import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { WebhookReplay } from '#contract/webhook-replays.ts'
import { runJob } from '#server/kit/jobs/jobs.ts'
import { openLogging, type Logging, type Shop } from '#server/webhook-log/fixtures.ts'
import { deliverWebhook } from '#server/webhooks/deliver.ts'
import { runJobs } from '#test/run-jobs.ts'
import { runWebhookReplay } from './jobs.ts'

let logging: Logging
beforeAll(async () => void (logging = await openLogging()))
afterAll(() => logging.close())

const range = () => ({
  from: '2020-01-01 00:00:00',
  to: '2099-01-01 00:00:00',
  states: ['delivered', 'failed', 'disabled'],
})
const begin = (shop: Shop, body: object = {}) =>
  shop.ask<WebhookReplay>('POST', `/api/webhooks/${shop.webhookId}/replays`, { ...range(), ...body })
const latest = async (shop: Shop) =>
  (await shop.ask<WebhookReplay[]>('GET', `/api/webhooks/${shop.webhookId}/replays`)).content[0] as WebhookReplay
/** One second of the replay, without any delivery. */
const step = ({ owner, webhookId }: Shop) =>
  runJob(runWebhookReplay, { ...owner, webhookId }, logging.delivering.parts, new AbortController().signal)
const deliver = () => runJobs(logging.testApp, { names: [deliverWebhook.name] })
const sentTo = ({ receiver }: Shop) => receiver.received.map(({ json }) => `${json.objectRef}${json.n}`)

async function shopWith(count: number, answer?: Parameters<Logging['shop']>[0]) {
  const shop = await logging.shop(answer)
  for (let n = 0; n < count; n++) await logging.delivering.happen(shop.owner, `o${n % 3}-`, n)
  await deliver()
  shop.receiver.received.length = 0
  return shop
}

describe('a replay', () => {
  it('says beforehand how many it would send, and shows the first', async () => {
    const shop = await shopWith(12)
    const preview = await shop.ask<{ count: number; first: { object_ref: string }[] }>(
      'POST',
      `/api/webhooks/${shop.webhookId}/replays/preview`,
      range(),
    )
    expect(preview.content).toMatchObject({ count: 12, most: limits.webhookReplayMost })
    expect(preview.content.first.map(({ object_ref }) => object_ref)).toHaveLength(10)
    expect(shop.receiver.received).toEqual([])
    expect((await begin(shop, { states: ['failed'] })).body).toMatchObject({ status_reason: 'NOTHING_TO_REPLAY' })
    expect((await begin(shop, { type: 'refund' })).body).toMatchObject({ status_reason: 'NOTHING_TO_REPLAY' })
    expect((await begin(shop, { to: '2020-01-02 00:00:00' })).body).toMatchObject({
      status_reason: 'NOTHING_TO_REPLAY',
    })
  })

  it('sends everything once more, under the same ids, each object in its order, twenty a second', async () => {
    const shop = await shopWith(25)
    expect((await begin(shop)).content).toMatchObject({ state: 'running', total: 25, sent: 0 })
    expect((await begin(shop)).status).toBe(409)
    await step(shop)
    await deliver()
    expect(shop.receiver.received).toHaveLength(20)
    expect(await latest(shop)).toMatchObject({ sent: 20, delivered: 20 })
    await logging.run(new Date(Date.now() + 10_000))
    logging.testApp.clock.now = null
    expect(await latest(shop)).toMatchObject({ state: 'done', sent: 25, delivered: 25, failing: 0 })
    for (const o of ['o0-', 'o1-', 'o2-']) {
      const numbers = shop.receiver.received.filter(({ json }) => json.objectRef === o).map(({ json }) => json.n)
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
      expect(new Set(numbers).size).toBe(numbers.length)
    }
    expect(new Set(shop.receiver.received.map(({ id }) => id)).size).toBe(25)
  })

  it('keeps the order of an object whose delivery fails at first, and of what happens meanwhile', async () => {
    let failing = false
    const shop = await shopWith(6, ({ json }) => (failing && json.n === 0 ? 500 : 200))
    failing = true
    await begin(shop)
    await step(shop)
    await logging.delivering.happen(shop.owner, 'o0-', 6)
    await deliver()
    expect(sentTo(shop).filter((one) => one.startsWith('o0-'))).toEqual(['o0-0'])
    failing = false
    await logging.run(new Date(Date.now() + 10_000))
    logging.testApp.clock.now = null
    expect(sentTo(shop).filter((one) => one.startsWith('o0-'))).toEqual(['o0-0', 'o0-0', 'o0-3', 'o0-6'])
  })

  it('goes behind what is new', async () => {
    const shop = await shopWith(16)
    await begin(shop)
    await step(shop)
    await logging.delivering.happen(shop.owner, 'fresh', 99)
    await deliver()
    // Four places were taken by the replay before the fresh event happened.
    expect(sentTo(shop).indexOf('fresh99')).toBeLessThanOrEqual(4)
    expect(shop.receiver.received).toHaveLength(17)
  })

  it('stops when a user says so; what it has not tried is as it was', async () => {
    const shop = await shopWith(8)
    await begin(shop)
    await step(shop)
    const stopped = await shop.ask<WebhookReplay>('POST', `/api/webhooks/${shop.webhookId}/replays/stop`)
    expect(stopped.content).toMatchObject({ state: 'stopped', stopped_why: 'user' })
    await deliver()
    expect(shop.receiver.received).toEqual([])
    expect((await logging.delivering.deliveriesOf(shop.owner)).map(({ state }) => state)).toEqual(
      Array(8).fill('delivered'),
    )
    expect((await shop.ask('POST', `/api/webhooks/${shop.webhookId}/replays/stop`)).status).toBe(409)
  })

  it('stops when its webhook is switched off, and when three minutes bring nothing but failures', async () => {
    const off = await shopWith(3)
    await begin(off)
    await off.ask('PUT', `/merchants/${off.merchantId}/update-webhook`, { uuid: off.webhookId, enabled: false })
    expect((await begin(off)).status).toBe(409)
    await step(off)
    expect(await latest(off)).toMatchObject({ state: 'stopped', stopped_why: 'off' })

    let down = false
    const shop = await shopWith(30, () => (down ? 500 : 200))
    down = true
    await begin(shop)
    await step(shop)
    await deliver()
    await step(shop)
    expect(await latest(shop)).toMatchObject({ state: 'running', delivered: 0 })
    const { sql } = logging.delivering
    await sql(`update webhooks set failing_since = now() - interval '4 minutes' where webhook_id = $1`, [
      shop.webhookId,
    ])
    await sql(`update webhook_replays set created_at = now() - interval '4 minutes' where webhook_id = $1`, [
      shop.webhookId,
    ])
    await step(shop)
    expect(await latest(shop)).toMatchObject({ state: 'stopped', stopped_why: 'failing' })
  })

  it('goes on by the sweep after its job is lost', async () => {
    const shop = await shopWith(2)
    await begin(shop)
    await logging.delivering.sql(`delete from pgboss.job where name = $1`, [runWebhookReplay.name])
    const later = new Date(Date.now() + 150_000)
    await logging.delivering.inScope(shop.owner, async (ctx) => {
      const found = await runWebhookReplay.overdue?.list(ctx.with({ now: later }), later)
      expect(found).toEqual([{ webhookId: shop.webhookId }])
    })
    await step(shop)
    await deliver()
    expect(shop.receiver.received).toHaveLength(2)
  })
})
