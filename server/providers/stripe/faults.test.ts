import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Outcome } from '../provider.ts'
import { askedOf, openStripe, payment, type TestStripe } from './fixtures.ts'

let stripe: TestStripe
let clock = new Date('2026-11-23T12:00:00Z')
const signal = AbortSignal.timeout(120_000)
beforeAll(async () => {
  stripe = await openStripe({ now: () => clock })
})
beforeEach(() => stripe.manner({}))
afterAll(async () => {
  expect(stripe.faults).toEqual([])
  await stripe.close()
})

const later = (ms: number) => (clock = new Date(clock.getTime() + ms))
const minute = 60_000
const good = '4242424242424242'
async function pay(key: string, fields: Partial<Parameters<typeof payment>[0]> = {}, number = good) {
  const wished = payment({ key, token: await stripe.method(number), ...fields })
  return { wished, outcome: await stripe.provider.authorise(wished, signal) }
}
const refOf = (outcome: Outcome): string => ('providerRef' in outcome ? outcome.providerRef : '')

test('an answer that is lost is unknown, and what became of the payment is found by its key', async () => {
  const wished = payment({ key: 'lost', token: await stripe.method(good) })
  await stripe.manner({ fault: 'reset-after', times: 1 })
  expect(await stripe.provider.authorise(wished, signal)).toMatchObject({ kind: 'unknown' })
  expect(stripe.requests.filter((each) => each === 'POST /v1/payment_intents').length).toBeGreaterThan(0)
  const asked = askedOf(wished, { firstAskedAt: clock })
  expect(await stripe.provider.status(asked, signal)).toMatchObject({ kind: 'captured' })
  expect(await stripe.provider.authorise(wished, signal)).toMatchObject({ kind: 'captured' })
})

test('a request that is cut off is sent once, and repeated under its key', async () => {
  const wished = payment({ key: 'cut', token: await stripe.method(good) })
  await stripe.manner({ fault: 'reset-before', times: 1 })
  const before = stripe.requests.length
  expect(await stripe.provider.authorise(wished, signal)).toMatchObject({ kind: 'unknown' })
  expect(stripe.requests.slice(before)).toEqual(['POST /v1/payment_intents'])
  const asked = askedOf(wished, { firstAskedAt: clock })
  expect(await stripe.provider.status(asked, signal)).toEqual({ kind: 'absent' })
  expect(await stripe.provider.authorise(wished, signal)).toMatchObject({ kind: 'captured' })
})

test('what may still be on its way is not known to be untaken, whatever a repeated request meets', async () => {
  const wished = payment({ key: 'on-its-way', token: await stripe.method(good) })
  const asked = askedOf(wished, { firstAskedAt: clock })
  const repeat = async () => {
    expect(await stripe.provider.status(asked, signal)).toEqual({ kind: 'absent' })
    await stripe.manner({ fault: 'unauthorised', times: 1 })
    return stripe.provider.authorise(wished, signal)
  }
  expect(await repeat()).toMatchObject({ kind: 'unknown' })
  later(minute)
  expect(await repeat()).toMatchObject({ kind: 'unavailable' })
})

test('silence is unknown', async () => {
  await stripe.manner({ fault: 'silence', times: 1 })
  const impatient = stripe.adapter({ timeoutMs: 200 })
  const wished = payment({ key: 'silent', token: 'pm_1' })
  expect(await impatient.authorise(wished, signal)).toMatchObject({ kind: 'unknown' })
})

test('a caller that gives up learns unknown', async () => {
  const wished = payment({ key: 'given-up', token: 'pm_1' })
  expect(await stripe.provider.authorise(wished, AbortSignal.abort())).toMatchObject({ kind: 'unknown' })
})

test('an error after the effect is looked up at once', async () => {
  const wished = payment({ key: 'error-after', token: await stripe.method(good) })
  await stripe.manner({ fault: 'error-after', times: 1 })
  expect(await stripe.provider.authorise(wished, signal)).toMatchObject({ kind: 'captured' })
})

test('an error that Stripe keeps is not taken for an open question for ever: nothing was taken', async () => {
  const wished = payment({ key: 'error-before', token: await stripe.method(good) })
  await stripe.manner({ fault: 'error-before', times: 1 })
  expect(await stripe.provider.authorise(wished, signal)).toMatchObject({ kind: 'unknown' })
  const asked = askedOf(wished, { firstAskedAt: clock })
  expect(await stripe.provider.status(asked, signal)).toEqual({ kind: 'absent' })
  expect(await stripe.provider.authorise(wished, signal)).toMatchObject({ kind: 'unavailable' })
  expect(await stripe.provider.status(asked, signal)).toEqual({ kind: 'absent' })
})

test('a payment that was created and never confirmed is discarded before another channel may try', async () => {
  const form = { amount: '1000', currency: 'usd', 'metadata[order_ref]': 'half' }
  const { json } = await stripe.call('/v1/payment_intents', { form })
  const asked = askedOf(payment({ key: 'half' }), { firstAskedAt: clock })
  expect(await stripe.provider.status(asked, signal)).toMatchObject({ kind: 'unknown' })
  later(minute)
  expect(await stripe.provider.status(asked, signal)).toMatchObject({ kind: 'declined' })
  const { json: after } = await stripe.call(`/v1/payment_intents/${String(json['id'])}`)
  expect(after).toMatchObject({ status: 'canceled' })
})

test('keys that Stripe refuses or limits are its fault, and say nothing about what was asked before', async () => {
  const { wished, outcome } = await pay('known')
  const asked = askedOf(wished, { providerRef: refOf(outcome) })
  const token = await stripe.method(good)
  for (const fault of ['unauthorised', 'limited'] as const) {
    await stripe.manner({ fault })
    expect(await stripe.provider.authorise(payment({ key: fault, token }), signal)).toMatchObject({
      kind: 'unavailable',
    })
    expect(await stripe.provider.status(asked, signal)).toMatchObject({ kind: 'unknown' })
    expect(await stripe.provider.cancel(asked, 'time', signal)).toMatchObject({ kind: 'unknown' })
  }
})

test('a limit that ends within two seconds is waited for', async () => {
  const token = await stripe.method(good)
  await stripe.manner({ fault: 'limited', times: 1 })
  expect(await stripe.provider.authorise(payment({ key: 'waited', token }), signal)).toMatchObject({ kind: 'captured' })
})

test('no connection is the provider’s fault for what is new, and unknown for what was asked', async () => {
  const nowhere = stripe.adapter({ url: 'http://127.0.0.1:9/stripe' })
  const wished = payment({ key: 'nowhere', token: 'pm_1' })
  expect(await nowhere.authorise(wished, signal)).toMatchObject({ kind: 'unavailable' })
  expect(await nowhere.status(askedOf(wished, { providerRef: 'pi_1' }), signal)).toMatchObject({ kind: 'unknown' })
  expect(await nowhere.status(askedOf(wished), signal)).toMatchObject({ kind: 'unknown' })
  const capture = { key: 'c', paymentKey: 'nowhere', paymentRef: 'pi_1', amountMinor: 1n, currency: 'USD' } as const
  expect(await nowhere.capture(capture, signal)).toMatchObject({ kind: 'unknown' })
})

test('a card that Stripe does not know is the shopper’s, a request that it refuses ours', async () => {
  expect(await stripe.provider.authorise(payment({ key: 'foreign', token: 'pm_foreign' }), signal)).toMatchObject({
    kind: 'declined',
    reason: 'INVALID_CARD_INFO_ERROR',
  })
  const { outcome } = await pay('tiny', { amountMinor: 1n })
  expect(outcome).toMatchObject({ kind: 'unavailable' })
  expect(stripe.warnings.at(-1)).toContain('amount_too_small')
})

test('a payment of another amount, currency or key is never taken for ours', async () => {
  const { wished, outcome } = await pay('exact')
  const asked = askedOf(wished, { providerRef: refOf(outcome) })
  for (const other of [{ amountMinor: 999n }, { currency: 'EUR' as const }, { key: 'other' }])
    expect(await stripe.provider.status({ ...asked, ...other }, signal)).toMatchObject({ kind: 'unknown' })
  expect(stripe.warnings.at(-1)).toContain('differs')
})

test('the key of a payment that was used for another request leads to what there is', async () => {
  const { outcome } = await pay('reused')
  const other = payment({ key: 'reused', token: await stripe.method(good) })
  expect(await stripe.provider.authorise(other, signal)).toEqual(outcome)
})
