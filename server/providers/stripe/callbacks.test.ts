import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiver, type Received } from '../simulator/fixtures.ts'
import { verifyCallback } from './callbacks.ts'
import { openStripe, payment, type TestStripe } from './fixtures.ts'

const secret = 'whsec_0123456789abcdef'
const now = new Date('2026-11-23T12:00:00Z')
const seconds = now.getTime() / 1_000

const event = (object: object, fields: object = {}): string =>
  JSON.stringify({
    id: 'evt_1',
    object: 'event',
    api_version: '2026-10-28.endive',
    created: seconds,
    livemode: false,
    type: 'payment_intent.succeeded',
    data: { object },
    ...fields,
  })
const intent = {
  object: 'payment_intent',
  id: 'pi_1',
  status: 'succeeded',
  metadata: { order_ref: 'o1', merchant_key: 'mk' },
}
const signed = (body: string, { at = seconds, by = secret } = {}): string =>
  `t=${at},v1=${createHmac('sha256', by).update(`${at}.${body}`).digest('hex')}`
const verify = (body: string, header: string | undefined, parts = { secret, live: false, platform: false }) =>
  verifyCallback({ headers: header === undefined ? {} : { 'stripe-signature': header }, body, now }, parts)

test('an event about money makes us ask; a pending payment and a refund are taken at their word', () => {
  const subject = { id: 'evt_1', key: 'o1', at: now.toISOString(), merchantKey: 'mk' }
  const body = event(intent)
  expect(verify(body, signed(body))).toEqual({ kind: 'ask', ...subject })
  const pending = event({ ...intent, status: 'processing' })
  const outcome = { kind: 'pending', providerRef: 'pi_1' }
  expect(verify(pending, signed(pending))).toEqual({ kind: 'event', ...subject, outcome })
  const refund = event({
    object: 'refund',
    id: 're_1',
    status: 'failed',
    failure_reason: 'lost',
    metadata: { refund_ref: 'r1' },
  })
  expect(verify(refund, signed(refund))).toMatchObject({
    kind: 'event',
    key: 'r1',
    outcome: { kind: 'declined', providerRef: 're_1', providerText: 'lost' },
  })
})

test.each([
  ['an account', event({ object: 'account', id: 'acct_1' })],
  ['a charge', event({ object: 'charge', id: 'ch_1', metadata: { order_ref: 'o1' } })],
  ['a payment of another system', event({ ...intent, metadata: {} })],
  ['the other mode', event(intent, { livemode: true })],
  ['another form', '{"object":"event"}'],
])('%s that Stripe signed is known and ignored', (_, body) => {
  expect(verify(body, signed(body)).kind).toBe('ignored')
})

test.each<[string, (body: string) => string | undefined]>([
  ['without a signature', () => undefined],
  ['with an empty one', () => ''],
  ['by another secret', (body) => signed(body, { by: 'whsec_other' })],
  ['that is too old', (body) => signed(body, { at: seconds - 301 })],
  ['from too far ahead', (body) => signed(body, { at: seconds + 301 })],
  ['with another time than was signed', (body) => signed(body).replace(`t=${seconds}`, `t=${seconds + 1}`)],
  ['of another scheme', (body) => signed(body).replace('v1=', 'v0=')],
  ['of another body', () => signed('{}')],
])('a call-back %s is forged', (_, header) => {
  const body = event(intent)
  expect(verify(body, header(body)).kind).toBe('forged')
})

test('within 300 s either way, and with one good signature of several, a call-back is believed', () => {
  const body = event(intent)
  expect(verify(body, signed(body, { at: seconds - 300 })).kind).toBe('ask')
  expect(verify(body, signed(body, { at: seconds + 300 })).kind).toBe('ask')
  expect(verify(body, `${signed(body, { by: 'whsec_old' })},v1=${signed(body).split('v1=')[1]}`).kind).toBe('ask')
})

test('without a registered endpoint nothing is believed', () => {
  const body = event(intent)
  expect(verify(body, signed(body, { by: '' }), { secret: '', live: false, platform: false }).kind).toBe('forged')
})

test('of 10,000 call-backs that were changed in one place none is believed', () => {
  const body = event(intent)
  const header = signed(body)
  const change = (text: string, at: number, code: number): string => {
    const place = at % text.length
    return text.slice(0, place) + String.fromCharCode(code) + text.slice(place + 1)
  }
  fc.assert(
    fc.property(fc.boolean(), fc.nat(), fc.integer({ min: 32, max: 126 }), (ofBody, at, code) => {
      const changedBody = ofBody ? change(body, at, code) : body
      const changedHeader = ofBody ? header : change(header, at, code)
      fc.pre(changedBody !== body || changedHeader !== header)
      expect(verify(changedBody, changedHeader).kind).toBe('forged')
    }),
    { numRuns: 10_000 },
  )
})

let stripe: TestStripe
let hearing: Awaited<ReturnType<typeof receiver>>
beforeAll(async () => {
  stripe = await openStripe()
  hearing = await receiver()
})
afterAll(async () => {
  await stripe.close()
  await hearing.close()
})

test('the events of the simulated Stripe verify, about the payment and its refund', async () => {
  const signal = AbortSignal.timeout(30_000)
  const registered = await stripe.provider.connection?.register?.(hearing.url, signal)
  const provider = stripe.adapter({ credentials: { ...stripe.keys, ...registered?.credentials } })
  const wished = payment({ key: 'told', token: await stripe.method('4242424242424242') })
  const outcome = await provider.authorise(wished, signal)
  const paymentRef = outcome.kind === 'captured' ? outcome.providerRef : ''
  const { method } = wished
  await provider.refund(
    { key: 'told-r', paymentKey: 'told', paymentRef, amountMinor: 10n, currency: 'USD', method },
    signal,
  )
  await expect.poll(() => hearing.received.length).toBe(2)
  const hear = ({ headers, body }: Received) =>
    provider.verifyCallback({ headers: headers as Record<string, string>, body, now: new Date() })
  const heard = await Promise.all(hearing.received.map(hear))
  expect(heard).toContainEqual(expect.objectContaining({ kind: 'ask', key: 'told', merchantKey: 'mk_acme' }))
  const refunded = { kind: 'event', key: 'told-r', outcome: expect.objectContaining({ kind: 'captured' }) as object }
  expect(heard).toContainEqual(expect.objectContaining(refunded))
  const another = stripe.adapter({ credentials: { ...stripe.keys, webhook_secret: 'whsec_other' } })
  for (const { headers, body } of hearing.received)
    expect(
      await another.verifyCallback({ headers: headers as Record<string, string>, body, now: new Date() }),
    ).toMatchObject({ kind: 'forged' })
})
