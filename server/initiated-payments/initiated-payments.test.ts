import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPaying, type Paying } from '#server/payments/fixtures.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { merchantToken } from '#test/merchant-token.ts'
import type { TestMerchant } from '#test/test-app.ts'

let paying: Paying
let merchant: TestMerchant
beforeAll(async () => {
  paying = await openPaying()
  merchant = paying.merchant
})
afterAll(() => paying.close())

let orders = 0
const order = (changes: Record<string, unknown> = {}) => ({
  key: merchant.key,
  merchant_order_id: `ORDER-${++orders}`,
  pmt_channel: 'SIMULATOR',
  pmt_method: 'SIMULATOR_GRABPAY',
  description: 'Tea',
  environment: 'sandbox',
  amount: 48.25,
  currency: 'SGD',
  country_code: 'SG',
  success_url: 'https://shop.example/ok?a=1',
  failure_url: 'https://shop.example/failed',
  ...changes,
})
const signed = (body: Record<string, unknown>, secret = merchant.secret) => ({
  ...body,
  signature_hash: sign(
    {
      amount: String(body['amount']),
      client_key: merchant.key,
      currency: String(body['currency']),
      failure_url: String(body['failure_url']),
      merchant_order_id: String(body['merchant_order_id']),
      success_url: String(body['success_url']),
    },
    secret,
  ),
})
const send = (body: object, headers: Record<string, string> = {}) =>
  paying.testApp.call(null, 'POST', '/api/initiatePayment', body, headers)
const begin = async (changes: Record<string, unknown> = {}) => {
  const answer = await send(signed(order(changes)))
  expect(answer.status, answer.text).toBe(200)
  return answer.body as unknown as Record<string, string>
}
const reasonOf = async (body: object) => (await send(body)).body['status_reason']

it('the key and the signature suffice, and the answer is flat', async () => {
  const answer = await begin()
  expect(answer).toMatchObject({
    is_success: true,
    redirect_url: expect.stringMatching(/\/pay\/\w{27}$/),
    channel_order_ref: '',
    merchant_order_ref: `ORDER-${orders}`,
    order_ref: expect.stringMatching(/^\w{27}$/),
    message: '',
    deep_link: '',
    additional_data: null,
    qrcode_url: '',
    expiry_in_minutes: '',
  })
  const payment = await paying.read(String(answer['order_ref']))
  expect(payment).toMatchObject({ payment_method: 'WALLET', payment_sub_type: 'GRABPAY', channel_key: 'SIMULATOR' })
  const [link] = await paying.sql<{ source: string; channels: string[] }>(
    `select source, channels from payment_links where merchant_id = $1 and merchant_order_ref = 'ORDER-${orders}'`,
  )
  expect(link).toEqual({ source: 'api', channels: ['SIMULATOR'] })
})

it('without a token a wrong signature, an unknown key and no key are refused alike, and make nothing', async () => {
  const before = await paying.sql('select from payment_links where merchant_id = $1')
  const lost = 'INVALID_UNAUTHORIZED_JWT_TOKEN_ERROR'
  expect(await reasonOf(signed(order(), 'another secret'))).toBe(lost)
  expect(await reasonOf(signed(order({ key: 'nobody' })))).toBe(lost)
  const { key: _, ...nobody } = order()
  expect(await reasonOf(signed(nobody))).toBe(lost)
  const authorization = `Bearer ${await merchantToken(merchant)}`
  const wrong = await send(signed(order(), 'another secret'), { authorization })
  expect(wrong.body['status_reason']).toBe('INVALID_UNAUTHORISED_TRANSACTION_SIGNATURE_ERROR')
  expect((await send(signed(order()), { authorization })).status).toBe(200)
  expect(await paying.sql('select from payment_links where merchant_id = $1')).toHaveLength(before.length + 1)
})

it('waits for the first word of the provider, and then leads to its page', async () => {
  const { services } = paying.testApp.serveParts
  services.firstWordMs = 2_000
  const beginning = begin()
  const begun = () =>
    paying.sql<{ order_ref: string }>(
      `select order_ref from payments where merchant_id = $1 and merchant_order_ref = 'ORDER-${orders}'`,
    )
  await expect.poll(begun).toHaveLength(1)
  const [payment] = await begun()
  await paying.settle(payment?.order_ref ?? '')
  const answer = await beginning
  services.firstWordMs = 0
  const { action } = (await paying.attempt(String(answer['link_ref']), String(answer['order_ref']))) as {
    action: { url: string }
  }
  expect(answer).toMatchObject({ redirect_url: action.url, channel_order_ref: expect.stringMatching(/./) })
  expect(Number(answer['expiry_in_minutes'])).toBeGreaterThan(0)
})

it('an order is taken once, and goes on only after its last attempt failed', async () => {
  const token = await paying.simulator.token('4000000000000002')
  const body = order({ pmt_method: 'SIMULATOR_CARD', token_params: { token, type: 'visa', save_card: true } })
  const first = await send(signed(body))
  expect(first.status, first.text).toBe(200)
  const { order_ref: failed, link_ref: link } = first.body as unknown as Record<string, string>
  expect(await reasonOf(signed(body))).toBe('DUPLICATE_TRANSACTION_ERROR')
  await paying.settle(failed ?? '')
  expect((await paying.read(failed ?? '')).status).toBe('Failed')
  expect(await reasonOf(signed({ ...body, amount: 50 }))).toBe('DUPLICATE_TRANSACTION_ERROR')
  const good = { ...body, token_params: { token: await paying.simulator.token('4242424242424242') } }
  const next = (await send(signed(good))).body as unknown as Record<string, string>
  expect(next).toMatchObject({ is_success: true, link_ref: link })
  expect(next['order_ref']).not.toBe(failed)
  await paying.settle(next['order_ref'] ?? '')
  expect((await paying.read(next['order_ref'] ?? '')).status).toBe('Success')
  expect(await reasonOf(signed(good))).toBe('DUPLICATE_TRANSACTION_ERROR')
})

it('a repeated request with one key begins one payment', async () => {
  const body = signed(order())
  const headers = { 'idempotency-key': 'once' }
  const [first, again] = [await send(body, headers), await send(body, headers)]
  expect(again.body).toEqual(first.body)
  expect(again.headers['idempotent-replayed']).toBe('true')
})

it('PREAUTH only authorises, and a capture takes the whole', async () => {
  const token = await paying.simulator.token('4242424242424242')
  const card = { pmt_method: 'SIMULATOR_CARD', transaction_type: 'PREAUTH', token_params: { token } }
  const { order_ref: ref = '' } = await begin(card)
  await paying.settle(ref)
  expect((await paying.read(ref)).status).toBe('Authorized')
  const authorization = `Bearer ${await merchantToken(merchant)}`
  const path = `/api/transaction/${ref}/capture`
  const captured = await paying.testApp.call(null, 'POST', path, undefined, { authorization })
  expect(captured.body.content).toMatchObject({ finish: 'capture' })
})

it('what is asked of no channel, way or rule is refused by name', async () => {
  const path = async (changes: object) =>
    ((await send(signed(order(changes as Record<string, unknown>)))).body as { errors?: { path: string }[] })
      .errors?.[0]?.path
  expect(await path({ pmt_method: 'SIMULATOR_NOTHING' })).toBe('pmt_method')
  expect(await path({ pmt_method: 'STRIPE_CARD' })).toBe('pmt_method')
  expect(await path({ routing_enabled: true, routing_params: { route_ref: 'Route_none' } })).toBe(
    'routing_params.route_ref',
  )
  expect(await reasonOf(signed(order({ pmt_channel: 'SIMULATOR_4', pmt_method: 'SIMULATOR_GRABPAY' })))).toBe(
    'INVALID_PAYMENT_CHANNEL',
  )
})

describe('with two channels', () => {
  beforeAll(async () => {
    await paying.sql(
      `insert into payment_channels (merchant_id, environment, channel_key, catalogue_key, provider, name, is_enabled, creds_sealed, created_at)
       select merchant_id, environment, 'SIMULATOR_2', catalogue_key, provider, 'Second', true, creds_sealed, now() from payment_channels
       where merchant_id = $1 and environment = 'sandbox' and channel_key = 'SIMULATOR'`,
    )
    await paying.sql(
      `insert into payment_methods (merchant_id, environment, channel_key, type, sub_type, is_enabled, is_default, limits, plans)
       select merchant_id, environment, 'SIMULATOR_2', type, sub_type, true, false, limits, plans from payment_methods
       where merchant_id = $1 and environment = 'sandbox' and channel_key = 'SIMULATOR'`,
    )
  })
  const rule = async (channels: object[]) => {
    const answer = await paying.call('POST', '/merchants/txn-router/create', { name: `Rule ${++orders}`, channels })
    expect(answer.status, answer.text).toBe(200)
    return (answer.body.content as unknown as { routing_ref: string }).routing_ref
  }
  const by = (route: string) => ({ routing_enabled: true, routing_params: { route_ref: route } })
  const channelOf = async (changes: Record<string, unknown>) =>
    (await paying.read(String((await begin(changes))['order_ref']))).channel_key

  it('those that are ranked alone take it, the first one first', async () => {
    const data = [
      { channel_key: 'SIMULATOR', method_key: 'SIMULATOR_GRABPAY', rank: 2 },
      { channel_key: 'SIMULATOR_2', method_key: 'SIMULATOR_GRABPAY', rank: 1 },
    ]
    const params = { type: 'failover', data }
    expect(await channelOf({ routing_enabled: true, routing_params: params })).toBe('SIMULATOR_2')
  })

  it('a rule sends each order where it sends a link of that order, by ranks and weights', async () => {
    const equals = [
      { channel_key: 'SIMULATOR', rank: 1, weight: 1 },
      { channel_key: 'SIMULATOR_2', rank: 1, weight: 2 },
    ]
    const route = await rule(equals)
    const found = new Set<string>()
    // By chance a channel may get several in a row.
    for (let number = 0; number < 8 || (found.size < 2 && number < 80); number++) {
      const channel = await channelOf(by(route))
      const way = { type: 'WALLET', sub_type: 'GRABPAY', country: 'SG' }
      const asked = { ...way, amount: 48.25, currency: 'SGD', merchant_order_ref: `ORDER-${orders}` }
      const tried = await paying.call('POST', `/api/routing/${merchant.merchantId}/try`, asked)
      const { choices } = tried.body.content as unknown as { choices: { channel_key: string; reason: string }[] }
      expect(choices[0]).toMatchObject({ channel_key: channel, reason: 'weight' })
      found.add(channel)
    }
    expect(found.size).toBe(2)
  })

  it('a rule has only its channels of the method, and one without any takes nothing', async () => {
    const route = await rule([
      { channel_key: 'SIMULATOR', method_key: 'CARD', rank: 1 },
      { channel_key: 'SIMULATOR_2', method_key: 'WALLET', rank: 2 },
    ])
    expect(await channelOf(by(route))).toBe('SIMULATOR_2')
    const none = await rule([
      { channel_key: 'SIMULATOR', method_key: 'CARD', rank: 1 },
      { channel_key: 'SIMULATOR_2', rank: 2, is_enabled: false },
    ])
    expect(await reasonOf(signed(order(by(none))))).toBe('INVALID_PAYMENT_CHANNEL')
  })
})
