import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { digest } from '#test/openapi/stripe.ts'
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
/** Stripe forgets the keys of a day before. */
async function forget(): Promise<void> {
  await stripe.manner({ forget: true })
  later(1_000)
}
const good = '4242424242424242'
async function pay(key: string, fields: Partial<Parameters<typeof payment>[0]> = {}, number = good) {
  const wished = payment({ key, token: await stripe.method(number), ...fields })
  return { wished, outcome: await stripe.provider.authorise(wished, signal) }
}
const refOf = (outcome: Outcome): string => ('providerRef' in outcome ? outcome.providerRef : '')

test('the document of Stripe is the one that was chosen', () => {
  expect(digest).toMatchInlineSnapshot(`"4fee65215ce2e3ec5e21a837527f9e2dbdbf23fb225cfdb3c2cf9655f13f6ffe"`)
})

test('a card is charged, and card and fee are told', async () => {
  const { wished, outcome } = await pay('paid')
  const card = { brand: 'visa', masked: '************4242' }
  expect(outcome).toEqual({
    kind: 'captured',
    providerRef: expect.stringMatching(/^pi_/) as string,
    card,
    feeMinor: 59n,
  })
  expect(await stripe.provider.status(askedOf(wished, { providerRef: refOf(outcome) }), signal)).toEqual(outcome)
  expect(await stripe.provider.status(askedOf(wished, { firstAskedAt: clock }), signal)).toEqual(outcome)
  expect(await stripe.provider.authorise(wished, signal)).toEqual(outcome)
})

test('the payment names order, merchant and environment, and the amount is of the currency', async () => {
  const { outcome } = await pay('named', { currency: 'UGX', amountMinor: 2_500n })
  expect(outcome).toMatchObject({ kind: 'captured' })
  const { json } = await stripe.call(`/v1/payment_intents/${refOf(outcome)}`)
  const metadata = { order_ref: 'named', merchant_key: 'mk_acme', environment: 'sandbox' }
  expect(json).toMatchObject({ amount: 250_000, currency: 'ugx', metadata, description: 'a lamp' })
  expect(await stripe.captured('UGX')).toBe('2500')
})

test.each([
  ['4000000000000002', 'INVALID_CARD_DECLINED_ERROR'],
  ['4000000000009995', 'FUNDS_LIMIT_ERROR'],
  ['4000000000000069', 'INVALID_CARD_EXPIRED_ERROR'],
  ['4000000000000127', 'INVALID_CARD_INFO_ERROR'],
  ['4000000000009987', 'INVALID_CARD_LOST_ERROR'],
  ['4100000000000019', 'SUSPECTED_FRAUDULENT_TRANSACTION_ERROR'],
  ['4000000000006975', 'EXCEEDED_MAX_LIMIT'],
  ['4000008400001629', 'INVALID_CARD_3DS_ERROR'],
])('the card %s is declined: %s', async (number, reason) => {
  const { wished, outcome } = await pay(`declined-${number}`, {}, number)
  expect(outcome).toMatchObject({ kind: 'declined', reason, providerRef: expect.stringMatching(/^pi_/) as string })
  expect(await stripe.provider.status(askedOf(wished, { firstAskedAt: clock }), signal)).toEqual(outcome)
})

test("an error of Stripe's own processing lets another channel try, and is a decline once it is asked about", async () => {
  const { wished, outcome } = await pay('processing', {}, '4000000000000119')
  expect(outcome).toEqual({ kind: 'unavailable', providerText: expect.stringContaining('processing') as string })
  const asked = askedOf(wished, { firstAskedAt: clock })
  expect(await stripe.provider.status(asked, signal)).toMatchObject({
    kind: 'declined',
    reason: 'INVALID_CARD_PROCESSING_ERROR',
  })
})

test('a bank that asks sends the shopper to its page, and takes the money after it', async () => {
  const { wished, outcome } = await pay('asked', {}, '4000000000003220')
  expect(outcome).toMatchObject({ kind: 'pending', action: { kind: 'redirect', url: expect.any(String) as string } })
  await stripe.act(refOf(outcome), 'approve')
  const asked = askedOf(wished, { providerRef: refOf(outcome) })
  expect(await stripe.provider.status(asked, signal)).toMatchObject({ kind: 'captured', authentication: 'challenge' })
})

test.each([
  [{ type: 'WALLET', subType: 'GRABPAY' }, 'SGD', 'redirect'],
  [{ type: 'WALLET', subType: 'ALIPAY' }, 'HKD', 'redirect'],
  [{ type: 'QR_CODE', subType: 'PAYNOW' }, 'SGD', 'show'],
  [{ type: 'QR_CODE', subType: 'PROMPTPAY' }, 'THB', 'show'],
  [{ type: 'NET_BANKING', subType: 'FPX' }, 'MYR', 'redirect'],
  [{ type: 'OTC', subType: 'KONBINI' }, 'JPY', 'show'],
] as const)('%j waits for its payer and is then captured, or declined', async (method, currency, action) => {
  for (const [act, end] of [['approve', 'captured'], ['decline', 'declined']] as const) {
    const given = method.subType === 'FPX' ? { bank: 'maybank2u' } : {}
    const expiresAt = new Date(clock.getTime() + 3_600_000)
    const wished = payment({ key: `${method.subType}-${act}`, method, currency, given, expiresAt })
    const outcome = await stripe.provider.authorise(wished, signal)
    expect(outcome).toMatchObject({ kind: 'pending', action: { kind: action } })
    await stripe.act(refOf(outcome), act)
    const asked = askedOf(wished, { providerRef: refOf(outcome) })
    expect(await stripe.provider.status(asked, signal)).toMatchObject({ kind: end, providerRef: refOf(outcome) })
  }
}) // prettier-ignore

test('a payment that is pending at the bank has no action and ends by itself', async () => {
  const { wished, outcome } = await pay('slow-bank', {}, '4000000000005019')
  expect(outcome).toEqual({ kind: 'pending', providerRef: refOf(outcome) })
  later(1_000)
  const asked = askedOf(wished, { providerRef: refOf(outcome) })
  await expect.poll(() => stripe.provider.status(asked, signal)).toMatchObject({ kind: 'captured' })
})

test('an authorisation is captured once, or voided', async () => {
  const { wished, outcome } = await pay('held', { capture: false })
  expect(outcome).toMatchObject({ kind: 'authorised', card: { brand: 'visa' } })
  const { lapsesAt } = outcome as { lapsesAt?: Date }
  expect((lapsesAt?.getTime() ?? 0) - clock.getTime()).toBeGreaterThan(6 * 86_400_000)
  const movement = {
    key: 'held-c',
    paymentKey: 'held',
    paymentRef: refOf(outcome),
    amountMinor: 1_000n,
    currency: 'USD',
  } as const
  expect(await stripe.provider.capture(movement, signal)).toMatchObject({ kind: 'captured', feeMinor: 59n })
  expect(await stripe.provider.capture(movement, signal)).toMatchObject({ kind: 'captured' })
  expect(await stripe.provider.void(askedOf(wished, { providerRef: refOf(outcome) }), signal)).toMatchObject({
    kind: 'captured',
  })

  const other = await pay('held-2', { capture: false })
  const asked = askedOf(other.wished, { providerRef: refOf(other.outcome) })
  const voided = { kind: 'declined', reason: 'INVALID_TRANSACTION_ORDER_CANCELLED_ERROR' }
  expect(await stripe.provider.void(asked, signal)).toMatchObject(voided)
  expect(await stripe.provider.status(asked, signal)).toMatchObject(voided)
  const lateCapture = { ...movement, paymentKey: 'held-2', paymentRef: refOf(other.outcome) }
  expect(await stripe.provider.capture(lateCapture, signal)).toMatchObject(voided)
})

test.each([
  ['shopper', { kind: 'declined', reason: 'INVALID_TRANSACTION_ORDER_CANCELLED_ERROR' }],
  ['time', { kind: 'expired' }],
] as const)('a payment that waits is ended (%s), also when its reference is not known', async (why, end) => {
  for (const known of [true, false]) {
    const { wished, outcome } = await pay(`ended-${why}-${known}`, {}, '4000000000003220')
    const asked = askedOf(wished, { firstAskedAt: clock, providerRef: known ? refOf(outcome) : '' })
    expect(await stripe.provider.cancel(asked, why, signal)).toMatchObject(end)
    expect(await stripe.provider.status(asked, signal)).toMatchObject(end)
  }
})

test('money that came first is not cancelled', async () => {
  const { wished, outcome } = await pay('too-late')
  const asked = askedOf(wished, { providerRef: refOf(outcome) })
  expect(await stripe.provider.cancel(asked, 'shopper', signal)).toMatchObject({ kind: 'captured' })
})

test('a refund is made once per key, found by its reference and by its key', async () => {
  const { wished, outcome } = await pay('refunded')
  const method = wished.method
  const request = {
    key: 'rf_1',
    paymentKey: 'refunded',
    paymentRef: refOf(outcome),
    amountMinor: 400n,
    currency: 'USD',
    method,
  } as const
  const made = await stripe.provider.refund(request, signal)
  expect(made).toEqual({ kind: 'captured', providerRef: expect.stringMatching(/^re_/) as string })
  expect(await stripe.provider.refund(request, signal)).toEqual(made)
  const asked = askedOf(wished, {
    kind: 'refund',
    key: 'rf_1',
    amountMinor: 400n,
    payment: { key: 'refunded', providerRef: refOf(outcome) },
  })
  expect(await stripe.provider.status(asked, signal)).toEqual(made)
  expect(await stripe.provider.status({ ...asked, providerRef: refOf(made) }, signal)).toEqual(made)
  expect(await stripe.provider.status({ ...asked, key: 'rf_never' }, signal)).toEqual({ kind: 'absent' })

  const tooMuch = { ...request, key: 'rf_2', amountMinor: 601n }
  expect(await stripe.provider.refund(tooMuch, signal)).toMatchObject({ kind: 'declined', providerRef: '' })
  // The key is forgotten after a day; the refund is recognised all the same.
  await forget()
  const rest = { ...request, key: 'rf_3', amountMinor: 600n }
  const last = await stripe.provider.refund(rest, signal)
  await forget()
  expect(await stripe.provider.refund(rest, signal)).toEqual(last)
})

test.each([
  ['4000000000006017', 'declined'],
  ['4000000000006025', 'pending'],
])('a refund of the card %s is %s', async (number, kind) => {
  const { wished, outcome } = await pay(`refund-${number}`, {}, number)
  const request = {
    key: `rf-${number}`,
    paymentKey: wished.key,
    paymentRef: refOf(outcome),
    amountMinor: 10n,
    currency: 'USD',
    method: wished.method,
  } as const
  expect(await stripe.provider.refund(request, signal)).toMatchObject({ kind })
})

test('the browser half is told the script, its origins and the publishable key', () => {
  const own = new URL(stripe.url).origin
  expect(stripe.provider.cardEntry()).toMatchObject({
    kind: 'script',
    settings: { script_url: `${stripe.url}/v3/`, publishable_key: stripe.keys.publishable_key },
    scriptOrigins: [own],
    frameOrigins: [own],
  })
  expect(JSON.stringify(stripe.provider.cardEntry())).not.toContain(stripe.keys.secret_key)
  expect(stripe.adapter({ url: null }).cardEntry()?.scriptOrigins).toEqual(['https://js.stripe.com'])
})
