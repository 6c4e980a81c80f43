import { request } from 'undici'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openStripe, type TestStripe } from '../../stripe/fixtures.ts'
import { credentialBy } from '../dialect.ts'

let stripe: TestStripe
let clock = new Date('2026-11-23T12:00:00Z')
beforeAll(async () => {
  stripe = await openStripe({ now: () => clock })
})
beforeEach(() => stripe.manner({}))
afterAll(async () => {
  expect(stripe.faults).toEqual([])
  await stripe.close()
})

const creation = async (fields: Record<string, string> = {}) => ({
  amount: '1000',
  currency: 'usd',
  confirm: 'true',
  payment_method: await stripe.method('4242424242424242'),
  return_url: 'http://127.0.0.1:9/back',
  ...fields,
})

test('the answer of a key is repeated for a day, and is of one request', async () => {
  const form = await creation()
  const first = await stripe.call('/v1/payment_intents', { form, key: 'k1' })
  expect(first).toMatchObject({ status: 200, json: { status: 'succeeded', amount_received: 1_000 } })
  const again = await stripe.call('/v1/payment_intents', { form, key: 'k1' })
  expect(again.json).toEqual(first.json)
  expect(again.headers['idempotent-replayed']).toBe('true')
  const other = await stripe.call('/v1/payment_intents', { form: { ...form, amount: '1001' }, key: 'k1' })
  expect(other).toMatchObject({ status: 400, json: { error: { type: 'idempotency_error' } } })

  clock = new Date(clock.getTime() + 86_400_000)
  const late = await stripe.call('/v1/payment_intents', { form: await creation(), key: 'k1' })
  expect(late.status).toBe(200)
  expect(late.json['id']).not.toBe(first.json['id'])
})

test('a 500 is kept too, whether or not there was an effect', async () => {
  for (const fault of ['error-before', 'error-after'] as const) {
    const form = await creation({ 'metadata[order_ref]': fault })
    await stripe.manner({ fault, times: 1 })
    const first = await stripe.call('/v1/payment_intents', { form, key: fault })
    expect(first).toMatchObject({ status: 500, json: { error: { type: 'api_error' } } })
    const again = await stripe.call('/v1/payment_intents', { form, key: fault })
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([500, 'true'])
    const { json } = await stripe.call('/v1/payment_intents?limit=100')
    const made = (json['data'] as { metadata: object }[]).filter(({ metadata }) => 'order_ref' in metadata)
    expect(made.filter(({ metadata }) => Object.values(metadata).includes(fault))).toHaveLength(
      fault === 'error-after' ? 1 : 0,
    )
  }
})

test('what Stripe refuses before it begins is not kept', async () => {
  const form = await creation()
  const small = await stripe.call('/v1/payment_intents', { form: { ...form, amount: '1' }, key: 'k2' })
  expect(small).toMatchObject({ status: 400, json: { error: { code: 'amount_too_small', param: 'amount' } } })
  expect((await stripe.call('/v1/payment_intents', { form, key: 'k2' })).status).toBe(200)
  const half = await stripe.call('/v1/payment_intents', { form: { ...form, currency: 'ugx', amount: '150' } })
  expect(half).toMatchObject({ status: 400, json: { error: { param: 'amount' } } })
})

test('a decline is a 402 with the payment, and a method pays once', async () => {
  const form = await creation({ payment_method: await stripe.method('4000000000009995') })
  const { status, json } = await stripe.call('/v1/payment_intents', { form })
  expect(status).toBe(402)
  expect(json['error']).toMatchObject({
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    payment_intent: { status: 'requires_payment_method', last_payment_error: { decline_code: 'insufficient_funds' } },
  })
  const again = await stripe.call('/v1/payment_intents', { form })
  expect(again).toMatchObject({ status: 400, json: { error: { code: 'payment_method_unexpected_state' } } })
})

test('a payment can be created first and confirmed later, once', async () => {
  const { confirm: _, payment_method, ...form } = await creation()
  const { json } = await stripe.call('/v1/payment_intents', { form })
  expect(json['status']).toBe('requires_payment_method')
  const path = `/v1/payment_intents/${String(json['id'])}`
  const confirmed = await stripe.call(`${path}/confirm`, { form: { payment_method } })
  expect(confirmed.json['status']).toBe('succeeded')
  expect((await stripe.call(`${path}/confirm`, { form: { payment_method } })).status).toBe(400)
})

test('lists are newest first, by pages and by the time of creation', async () => {
  const ids: unknown[] = []
  for (const _ of [1, 2, 3]) {
    clock = new Date(clock.getTime() + 10_000)
    ids.unshift((await stripe.call('/v1/payment_intents', { form: await creation() })).json['id'])
  }
  const idsOf = async (query: string) => {
    const { json } = await stripe.call(`/v1/payment_intents?${query}`)
    return { ids: (json['data'] as { id: string }[]).map(({ id }) => id), more: json['has_more'] }
  }
  expect(await idsOf('limit=2')).toEqual({ ids: ids.slice(0, 2), more: true })
  expect((await idsOf(`limit=1&starting_after=${String(ids[1])}`)).ids).toEqual([ids[2]])
  const now = clock.getTime() / 1_000
  expect((await idsOf(`created[gte]=${now - 10}&created[lte]=${now - 5}`)).ids).toEqual([ids[1]])
})

test('accounts see nothing of each other, and a key of another simulator opens none', async () => {
  const { json } = await stripe.call('/v1/payment_intents', { form: await creation() })
  const path = `/v1/payment_intents/${String(json['id'])}`
  const other = credentialBy('stripe', 'sk_test_fixtures')('sk_test_', 'other')
  expect(await stripe.call(path, { secret: other })).toMatchObject({
    status: 404,
    json: { error: { code: 'resource_missing' } },
  })
  expect((await stripe.call(path, { secret: 'sk_test_0123456789' })).status).toBe(401)
  expect((await stripe.call(path, { secret: stripe.keys.publishable_key })).status).toBe(401)
})

test('a card that is wrong is told by its field, as Stripe.js tells it', async () => {
  const card = {
    'card[number]': '4242424242424241',
    'card[exp_month]': '12',
    'card[exp_year]': '39',
    'card[cvc]': '123',
  }
  const wrong = await stripe.call('/v1/payment_methods', {
    form: { type: 'card', ...card },
    secret: stripe.keys.publishable_key,
  })
  expect(wrong).toMatchObject({ status: 402, json: { error: { code: 'incorrect_number', param: 'number' } } })
})

test('the script and its frame are served', async () => {
  const script = await request(`${stripe.url}/v3/`)
  expect(await script.body.text()).toContain('window.Stripe')
  const frame = await request(`${stripe.url}/v3/frame`)
  expect(await frame.body.text()).toContain('frame.js')
})
