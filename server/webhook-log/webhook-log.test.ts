import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webhookTypes } from '#contract/webhooks.ts'
import type { WebhookLogRow, WholeDelivery } from '#contract/webhook-log.ts'
import { signedNames } from '#contract/signed-names.ts'
import { verify } from '#server/kit/auth/signature.ts'
import { merchantSecret } from '#server/kit/secrets/vault.ts'
import { signingSecrets } from '#server/webhooks/secret.ts'
import { rowsOfFile } from '#test/unzip.ts'
import { openLogging, type Logging, type Shop } from './fixtures.ts'
import { pruneWebhookLog } from './jobs.ts'
import { sweepJobs } from '#server/kit/jobs/sweep.ts'

let logging: Logging
beforeAll(async () => void (logging = await openLogging()))
afterAll(() => logging.close())

const list = async ({ ask, merchantId }: Shop, body: object = {}) =>
  shownRows(await ask<WebhookLogRow[]>('POST', `/api/webhooks/${merchantId}/deliveries/list`, body))
const shownRows = ({ status, body, content }: { status: number; body: object; content: WebhookLogRow[] }) => {
  expect(status, JSON.stringify(body)).toBe(200)
  return content
}
const whole = async ({ ask }: Shop, id: string) =>
  (await ask<WholeDelivery>('GET', `/api/webhooks/deliveries/${id}`)).content
const happen = (shop: Shop, ref: string, n = 1) => logging.delivering.happen(shop.owner, ref, n)

describe('the list of deliveries', () => {
  it('has those of all webhooks, filtered by state, type, status, address, object and whether they are tests', async () => {
    const shop = await logging.shop(({ json }) => (json.objectRef === 'bad' ? 404 : 200))
    for (const ref of ['good', 'bad']) await happen(shop, ref)
    await logging.run()
    expect(await list(shop)).toMatchObject([
      { object_ref: 'bad', state: 'pending', last_status: 404, attempts: 1, type: 'payment', url: shop.receiver.url },
      { object_ref: 'good', state: 'delivered', last_status: 200, test: false },
    ])
    const refs = async (filters: object) => (await list(shop, { filters })).map(({ object_ref }) => object_ref)
    expect(await refs({ state: 'delivered' })).toEqual(['good'])
    expect(await refs({ status_class: '4xx' })).toEqual(['bad'])
    expect(await refs({ status_class: ['2xx', 'none'] })).toEqual(['good'])
    expect(await refs({ status_class: 'no_answer' })).toEqual([])
    expect(await refs({ type: 'refund' })).toEqual([])
    expect(await refs({ object_ref: 'good' })).toEqual(['good'])
    expect(await refs({ url: `${shop.receiver.url}/other` })).toEqual([])
    expect(await refs({ test: 'yes' })).toEqual([])
    expect(await refs({ test: 'no' })).toEqual(['bad', 'good'])
  })

  it('is searched by any reference: of the object, of the order, of the event', async () => {
    const shop = await logging.shop()
    await happen(shop, 'P1')
    await happen(shop, 'P2')
    await logging.run()
    await logging.delivering.sql(
      `insert into payments (merchant_id, environment, order_ref, merchant_order_ref, payable_kind, payable_ref, amount_minor, currency, status, payment_method,
         channel_key, shopper_name, shopper_email, shopper_email_lower, shopper_phone, shopper_address, shopper_ip, device_info, description, source, created_at, updated_at)
       values ($1, 'sandbox', 'P2', 'my-order', 'link', 'l', 1000, 'SGD', 'Failed', 'CARD', 'SIMULATOR', '', '', '', '', '', '', '', '', 'x', now(), now())`,
      [shop.owner.merchantId],
    )
    const found = async (search: string) => (await list(shop, { search })).map(({ object_ref }) => object_ref)
    const [latest] = await list(shop)
    expect(await found('P1')).toEqual(['P1'])
    expect(await found('my-order')).toEqual(['P2'])
    expect(await found(latest?.event_id ?? '')).toEqual(['P2'])
    expect(await found(latest?.delivery_id ?? '')).toEqual(['P2'])
    expect(await found('nothing')).toEqual([])
  })

  it('is nobody else’s', async () => {
    const [mine, other] = [await logging.shop(), await logging.shop()]
    await happen(mine, 'mine')
    const [row] = await list(mine)
    expect(await list(other)).toEqual([])
    expect((await other.ask('GET', `/api/webhooks/deliveries/${row?.delivery_id}`)).status).toBe(404)
    expect((await other.ask('POST', `/api/webhooks/deliveries/${row?.delivery_id}/resend`)).status).toBe(404)
  })
})

describe('an attempt', () => {
  it('is kept whole: what was sent, what came back, and how long each part took', async () => {
    const shop = await logging.shop(() => ({ status: 503, headers: { 'x-shop': 'busy' } }))
    const headers = [{ name: 'Authorization', value: 'Bearer very-secret' }]
    const changed = await shop.ask('PUT', `/merchants/${shop.merchantId}/update-webhook`, {
      uuid: shop.webhookId,
      headers,
    })
    expect(changed.content).toMatchObject({ headers: ['Authorization'] })
    await happen(shop, 'whole')
    await logging.run()
    const [row] = await list(shop, { search: 'whole' })
    const { attempts, ...delivery } = await whole(shop, row?.delivery_id ?? '')
    expect(delivery).toMatchObject({ object_ref: 'whole', body: '{"objectRef":"whole","n":1}', not_resendable: '' })
    const [attempt] = attempts
    expect(attempt).toMatchObject({ status: 503, response: 'noted', url: shop.receiver.url, tls_ms: null })
    expect(attempt?.request_headers).toMatchObject({ Authorization: '***', 'webhook-id': delivery.event_id })
    expect(attempt?.response_headers).toMatchObject({ 'x-shop': 'busy' })
    expect(attempt?.connect_ms).toBeGreaterThanOrEqual(0)
    expect(attempt?.first_byte_ms).toBeLessThanOrEqual(attempt?.duration_ms ?? -1)
    expect(shop.receiver.received[0]?.headers).toMatchObject({ authorization: 'Bearer very-secret' })
    expect(JSON.stringify([changed.body, delivery, attempts])).not.toContain('very-secret')
  })

  it('keeps the value of an own header that is sent without one, and refuses names of ours and of HTTP', async () => {
    const shop = await logging.shop()
    const set = (headers: object[]) =>
      shop.ask('PUT', `/merchants/${shop.merchantId}/update-webhook`, { uuid: shop.webhookId, headers })
    await set([{ name: 'X-Key', value: 'one' }])
    expect((await set([{ name: 'x-key' }, { name: 'X-More', value: 'two' }])).status).toBe(200)
    await happen(shop, 'kept')
    await logging.run()
    expect(shop.receiver.received[0]?.headers).toMatchObject({ 'x-key': 'one', 'x-more': 'two' })
    for (const name of ['webhook-id', 'Content-Type', 'Host', 'User-Agent', 'Connection', '1x', 'a b', 'x\r\ny'])
      expect((await set([{ name, value: 'v' }])).status, name).toBe(400)
    expect((await set([{ name: 'X-New' }])).status).toBe(400)
    expect((await set([{ name: 'X-A', value: 'v\r\nX-B: w' }])).status).toBe(400)
    expect((await set(Array.from({ length: 6 }, (_, n) => ({ name: `X-${n}a`, value: 'v' })))).status).toBe(400)
    expect((await set([])).content).toMatchObject({ headers: [] })
  })
})

describe('a delivery', () => {
  it('is sent again in any state, under the same id, and not twice within ten seconds', async () => {
    const shop = await logging.shop()
    await happen(shop, 'again')
    await logging.run()
    const [row] = await list(shop)
    const again = () => shop.ask('POST', `/api/webhooks/deliveries/${row?.delivery_id}/resend`)
    expect((await again()).content).toMatchObject({ state: 'pending' })
    expect((await again()).status).toBe(429)
    await logging.run()
    const ids = shop.receiver.received.map(({ id }) => id)
    expect(ids).toEqual([row?.event_id, row?.event_id])
    await shop.ask('PUT', `/merchants/${shop.merchantId}/update-webhook`, { uuid: shop.webhookId, enabled: false })
    expect((await again()).status).toBe(409)
    expect(await whole(shop, row?.delivery_id ?? '')).toMatchObject({ not_resendable: 'webhook_off' })
  })
})

describe('a test event', () => {
  const test = (shop: Shop) => shop.ask<{ delivery_id: string }>('POST', `/api/webhooks/${shop.webhookId}/test`)

  it('of every type that is sent is signed by both secrets and names no object', async () => {
    const shop = await logging.shop()
    const { secret, keys } = await logging.delivering.inScope(shop.owner, async (ctx) => ({
      secret: (await merchantSecret(ctx)).secret,
      keys: await signingSecrets(ctx),
    }))
    for (const type of webhookTypes) {
      await logging.delivering.sql(`update webhooks set type = $2 where webhook_id = $1`, [shop.webhookId, type])
      await logging.delivering.sql(
        `update webhook_deliveries set created_at = now() - interval '2 minutes' where webhook_id = $1`,
        [shop.webhookId],
      )
      expect((await test(shop)).status, type).toBe(200)
      await logging.run()
      const received = shop.receiver.received.at(-1)
      if (!received) throw new Error('nothing came')
      const body = new Webhook(keys[0] ?? '').verify(received.body, received.headers) as Record<string, unknown>
      expect(body, type).toMatchObject({ test: true, environment: 'sandbox' })
      const names = signedNames[type.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as 'payment']
      const params = Object.fromEntries(names.map((name) => [name, String(body[name])]))
      expect(verify(params, secret, String(body['signature_hash'])), type).toMatchObject({ ok: true })
    }
    expect(
      (await list(shop, { filters: { test: 'yes' } })).every(({ object_ref }) => object_ref.startsWith('TEST')),
    ).toBe(true)
  })

  it('is tried once, also while the webhook is off, six times a minute, and never counts against it', async () => {
    const shop = await logging.shop(() => 410)
    await shop.ask('PUT', `/merchants/${shop.merchantId}/update-webhook`, { uuid: shop.webhookId, enabled: false })
    const { content } = await test(shop)
    await logging.run()
    expect(await whole(shop, content.delivery_id)).toMatchObject({
      state: 'failed',
      test: true,
      not_resendable: 'test',
    })
    await shop.ask('PUT', `/merchants/${shop.merchantId}/update-webhook`, { uuid: shop.webhookId, enabled: true })
    for (let n = 0; n < 5; n++) expect((await test(shop)).status).toBe(200)
    expect((await test(shop)).status).toBe(429)
    await logging.run(new Date(Date.now() + 3_600_000))
    logging.testApp.clock.now = null
    expect(shop.receiver.received).toHaveLength(6)
    const [webhook] = (await shop.ask<{ webhooks: object[] }>('GET', `/merchants/${shop.merchantId}/webhooks`)).content
      .webhooks
    expect(webhook).toMatchObject({ enabled: true, day: { ended: 0 }, waiting: { count: 0, since: null } })
  })
})

describe('the figures of a webhook', () => {
  it('say what waits, since when, and how much of a day was taken', async () => {
    const shop = await logging.shop(({ json }) => (json.n === 1 ? 200 : 500))
    for (const n of [1, 1, 2]) await happen(shop, `f${n}${Math.random()}`, n)
    await logging.run()
    const [webhook] = (await shop.ask<{ webhooks: object[] }>('GET', `/merchants/${shop.merchantId}/webhooks`)).content
      .webhooks
    expect(webhook).toMatchObject({ waiting: { count: 1, since: expect.any(String) }, day: { ended: 2, delivered: 2 } })
  })
})

it('exports what matches', async () => {
  const shop = await logging.shop()
  await happen(shop, 'sheet')
  await logging.run()
  const answer = await logging.testApp.app.inject({
    method: 'POST',
    url: `/gateway/api/webhooks/${shop.merchantId}/deliveries/export`,
    headers: { authorization: `Bearer ${shop.session.token}` },
    payload: { search: 'sheet', columns: [{ key: 'object_ref' }, { key: 'last_status' }] },
  })
  expect(answer.statusCode).toBe(200)
  expect(rowsOfFile(answer.rawPayload).slice(1)).toEqual([['sheet', 200]])
})

it('keeps events 30 days, and longer while one of their deliveries is under way', async () => {
  const shop = await logging.shop(({ json }) => (json.n === 2 ? 500 : 200))
  for (const [ref, n] of [
    ['old', 1],
    ['stuck', 2],
    ['new', 1],
  ] as const)
    await happen(shop, ref, n)
  await logging.run()
  await logging.delivering.sql(
    `update webhook_events set created_at = now() - interval '31 days' where merchant_id = $1 and object_ref <> 'new'`,
    [shop.owner.merchantId],
  )
  const parts = { ...logging.delivering.parts, declared: [pruneWebhookLog as never] }
  expect(await sweepJobs(parts, shop.owner)).toBe(1)
  await logging.run()
  expect((await list(shop)).map(({ object_ref }) => object_ref).toSorted()).toEqual(['new', 'stuck'])
  expect(await sweepJobs(parts, shop.owner)).toBe(0)
})
