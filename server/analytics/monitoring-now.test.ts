import { afterAll, beforeAll, expect, it } from 'vitest'
import type { WireOutput } from '#contract/kit/call.ts'
import type { readMonitoring } from '#contract/monitoring.ts'
import { openLogging, type Logging, type Shop } from '#server/webhook-log/fixtures.ts'

/** Webhooks and call-backs of the last hour; the attempts are in `monitoring.test.ts`. */
let logging: Logging
beforeAll(async () => void (logging = await openLogging()))
afterAll(() => logging.close())

const read = async ({ ask, merchantId }: Shop) =>
  (await ask<WireOutput<typeof readMonitoring>>('GET', `/api/analytics/${merchantId}/monitoring`)).content

it('each webhook has its success of the hour and what waits, as many as the lists of its deliveries have', async () => {
  const shop = await logging.shop(({ json }) => (json.objectRef.startsWith('bad') ? 404 : 200))
  const other = await logging.delivering.newWebhook(shop.owner, `${shop.receiver.url}/other`)
  for (const ref of ['good1', 'good2', 'bad1']) await logging.delivering.happen(shop.owner, ref, 1)
  await logging.run()
  await logging.delivering.sql(
    `update webhook_deliveries set state = 'failed', next_attempt_at = null where merchant_id = $1 and webhook_id = $2 and object_ref = 'bad1'`,
    [shop.owner.merchantId, other],
  )
  await logging.delivering.sql(
    `update webhook_deliveries set created_at = seconds_after(created_at, -7200) where merchant_id = $1 and object_ref = 'good2'`,
    [shop.owner.merchantId],
  )
  const { webhooks, from, to } = await read(shop)
  expect(webhooks).toMatchObject([
    { webhook_uuid: shop.webhookId, enabled: true, ended: 1, delivered: 1, waiting: 1 },
    { webhook_uuid: other, enabled: true, ended: 2, delivered: 1, waiting: 0, waiting_since: null },
  ])
  const [since = ''] = webhooks.map(({ waiting_since }) => waiting_since ?? '')
  expect(since >= from && since < to).toBe(true)
  for (const { webhook_uuid, ended, delivered, waiting } of webhooks) {
    const count = async (state: string[], created_at?: object) => {
      const filters = { webhook_uuid, test: 'no', state, ...(created_at && { created_at }) }
      const list = `/api/webhooks/${shop.merchantId}/deliveries/list`
      return (await shop.ask('POST', list, { filters })).body['total_elements']
    }
    expect(await count(['delivered', 'failed', 'disabled'], { from, to })).toBe(ended)
    expect(await count(['delivered'], { from, to })).toBe(delivered)
    expect(await count(['pending'])).toBe(waiting)
  }
  const stranger = await logging.shop()
  expect((await read(stranger)).webhooks.map(({ webhook_uuid }) => webhook_uuid)).toEqual([stranger.webhookId])
})

it('call-backs are as late as from their event to their arrival; those without a time of their own are not known', async () => {
  const shop = await logging.shop()
  const insert = (count: number, delay: string, ago: string) =>
    logging.delivering.sql(
      `insert into provider_callbacks (merchant_id, environment, channel_key, event_id, order_ref, outcome, effect, at, received_at)
       select $1, 'sandbox', 'SIMULATOR', gen_random_uuid()::text, 'P' || n, 'captured', 'applied',
         now() - $4::interval - $3::interval, now() - $4::interval from generate_series(1, $2::int) n`,
      [shop.owner.merchantId, count, delay, ago],
    )
  const delays = async () =>
    (await read(shop)).channels.map((channel) => [
      channel.callbacks,
      channel.half_called_back_in,
      channel.most_called_back_in,
    ])
  await insert(5, '0 seconds', '10 minutes')
  await insert(5, '9 seconds', '3 hours')
  expect(await delays()).toEqual([[0, null, null]])
  await insert(12, '0.25 seconds', '10 minutes')
  await insert(7, '3 seconds', '20 minutes')
  await insert(1, '900 seconds', '30 minutes')
  expect(await delays()).toEqual([[20, 0.25, 3]])
  // The provider's clock may be ahead of ours.
  await insert(40, '-2 seconds', '10 minutes')
  expect(await delays()).toEqual([[60, 0, 3]])
})
