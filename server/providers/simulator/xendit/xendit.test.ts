import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { request } from 'undici'
import { xendit } from '#contract/channel-catalogue/xendit.ts'
import { credentialBy } from '../dialect.ts'
import { openSimulator, receiver, secretKey, type TestSimulator } from '../fixtures.ts'
import { xenditCredentials } from './credentials.ts'

let simulator: TestSimulator
beforeAll(async () => void (simulator = await openSimulator()))
afterAll(() => simulator.close())

const credential = credentialBy('xendit', secretKey)
const keyFor = (account: string, mode = 'development') => credential(`xnd_${mode}_`, account)

async function call(
  path: string,
  { body, key = keyFor('acme'), idempotency = '' }: { body?: unknown; key?: string; idempotency?: string } = {},
) {
  const answer = await request(`${simulator.url}/xendit${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
      ...(idempotency && { 'idempotency-key': idempotency }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  })
  return { status: answer.statusCode, json: (await answer.body.json()) as Record<string, unknown> }
}

const returns = { success_return_url: 'https://shop.example/', failure_return_url: 'https://shop.example/' }
const wallet = (changes: object = {}) => ({
  reference_id: 'a',
  amount: 15_000,
  currency: 'IDR',
  country: 'ID',
  payment_method: {
    type: 'EWALLET',
    reusability: 'ONE_TIME_USE',
    ewallet: { channel_code: 'DANA', channel_properties: returns },
  },
  ...changes,
})

test('its credentials look like those that the catalogue asks for', () => {
  for (const [mode, environment] of [
    ['development', 'sandbox'],
    ['production', 'live'],
  ] as const) {
    const given: Record<string, string> = xenditCredentials(credential, 'acme', mode)
    expect(Object.keys(given).sort()).toEqual(xendit.credentials.map(({ name }) => name).sort())
    for (const { name, pattern } of xendit.credentials)
      expect(given[name]).toMatch(new RegExp(`^(?:${pattern?.[environment] ?? '.+'})$`))
  }
})

describe('an account', () => {
  test('is known by its key, and sees nothing of another account or of its other mode', async () => {
    const made = await call('/payment_requests', { body: wallet({ reference_id: 'mine' }) })
    expect(made.status).toBe(201)
    const path = `/payment_requests/${String(made.json['id'])}`
    expect((await call(path)).json).toEqual(made.json)
    for (const key of [keyFor('other'), keyFor('acme', 'production')]) {
      expect(await call(path, { key })).toMatchObject({ status: 404, json: { error_code: 'DATA_NOT_FOUND' } })
      expect((await call('/payment_requests?reference_id=mine', { key })).json).toEqual({ data: [], has_more: false })
    }
    for (const key of ['', 'xnd_development_', `${keyFor('acme')}0`, credential('xnd_callback_', 'acme')])
      expect(await call(path, { key })).toMatchObject({ status: 401, json: { error_code: 'INVALID_API_KEY' } })
  })

  test('keeps what it has over a restart', async () => {
    const { json } = await call('/payment_requests', { body: wallet({ reference_id: 'kept' }) })
    await simulator.act(`xendit:${String(json['id'])}`, { act: 'approve' })
    const before = await call('/payment_requests?reference_id=kept')
    expect(before.json).toMatchObject({ data: [{ status: 'SUCCEEDED' }] })
    await simulator.restart()
    expect(await call('/payment_requests?reference_id=kept')).toEqual(before)
  })
})

describe('an idempotency key', () => {
  test('gets the first payment request again, another body a conflict, and is forgotten when the account forgets', async () => {
    const body = wallet({ reference_id: 'once' })
    const [first, again] = await Promise.all([
      call('/payment_requests', { body, idempotency: 'k' }),
      call('/payment_requests', { body, idempotency: 'k' }),
    ])
    expect(again).toEqual(first)
    expect(await call('/payment_requests', { body: wallet({ amount: 1 }), idempotency: 'k' })).toMatchObject({
      status: 409,
      json: { error_code: 'IDEMPOTENCY_ERROR' },
    })
    const other = await call('/payment_requests', { body, idempotency: 'k', key: keyFor('other') })
    expect(other.json['id']).not.toBe(first.json['id'])
    await simulator.call('/v1/control/accounts/xendit/acme', { body: { forget: true } })
    const second = await call('/payment_requests', { body, idempotency: 'k' })
    expect(second.json['id']).not.toBe(first.json['id'])
    expect((await call('/payment_requests?reference_id=once')).json['data']).toHaveLength(2)
  })
})

describe('a request', () => {
  test.each([
    ['a field that is not known', wallet({ surprise: 1 })],
    ['a fraction of a rupiah', wallet({ amount: 15_000.5 })],
    ['a currency that is not taken', wallet({ currency: 'SGD' })],
    ['no amount', wallet({ amount: 0 })],
    ['no method', wallet({ payment_method: undefined })],
  ])('with %s is refused', async (_name, body) => {
    expect(await call('/payment_requests', { body })).toMatchObject({
      status: 400,
      json: { error_code: 'API_VALIDATION_ERROR' },
    })
  })

  test('that is no JSON is refused in the same form', async () => {
    const answer = await request(`${simulator.url}/xendit/payment_requests`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${keyFor('acme')}:`)}`, 'content-type': 'application/json' },
      body: '{',
    })
    expect([answer.statusCode, await answer.body.json()]).toMatchObject([400, { error_code: 'INVALID_JSON_FORMAT' }])
  })

  test('cannot send call-backs to other machines', async () => {
    const body = { url: 'https://shop.example/callbacks' }
    expect(await call('/callback_urls/payment', { body })).toMatchObject({ status: 400 })
  })
})

test('call-backs carry the account’s token, go to its address, and tell of ends alone', async () => {
  const shop = await receiver()
  const set = await call('/callback_urls/payment', { body: { url: shop.url }, key: keyFor('shop') })
  const { json } = await call('/payment_requests', { body: wallet(), key: keyFor('shop') })
  await call('/payment_requests', { body: wallet() })
  expect(shop.received).toEqual([])
  await simulator.act(`xendit:${String(json['id'])}`, { act: 'approve' })
  await expect.poll(() => shop.received.length).toBe(1)
  const [{ headers, body } = { headers: {}, body: '' }] = shop.received
  expect(headers['x-callback-token']).toBe(set.json['callback_token'])
  expect(JSON.parse(body)).toMatchObject({
    event: 'payment.succeeded',
    data: { payment_request_id: json['id'], status: 'SUCCEEDED', amount: 15_000, currency: 'IDR' },
  })
  await shop.close()
})
