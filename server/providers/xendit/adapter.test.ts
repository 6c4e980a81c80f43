import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { request } from 'undici'
import { xendit } from '#contract/channel-catalogue/xendit.ts'
import { wayOf } from '#contract/methods.ts'
import type { AuthoriseRequest, Outcome } from '../provider.ts'
import { askedAbout, openXendit, refOf, soon, type TestXendit, wished } from './fixtures.ts'

let surface: TestXendit
let number = 0
const nextKey = () => `order-${++number}`
beforeAll(async () => void (surface = await openXendit()))
afterAll(() => surface.close())
afterEach(() => expect(surface.faults.splice(0)).toEqual([]))

const pay = (asked: AuthoriseRequest) => surface.provider.authorise(asked, soon())
const status = (asked: AuthoriseRequest, fields = {}) => surface.provider.status(askedAbout(asked, fields), soon())
const approve = (outcome: Outcome) => surface.simulator.act(`xendit:${refOf(outcome)}`, { act: 'approve' })
const urlOf = (outcome: Outcome): string =>
  outcome.kind === 'pending' && outcome.action?.kind === 'redirect' ? outcome.action.url : ''

/** Fills in the form on the page of an invoice. */
async function enterCard(url: string, number: string) {
  const form = { number, exp_month: '12', exp_year: '39', cvc: '123', holder: 'Ada Lovelace' }
  const answer = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })
  return {
    status: answer.statusCode,
    location: String(answer.headers['location'] ?? ''),
    html: await answer.body.text(),
  }
}

/** A payment in each way of the catalogue and each of its currencies, at its smallest amount. */
const everyWay = xendit.ways.flatMap(({ type, subType, currencies = [], countries, minimum = {}, banks }) =>
  (type === 'CARD' ? (xendit.currencies ?? []) : currencies).map((currency, index) => ({
    name: `${type} ${subType} in ${currency}`,
    asked: {
      amountMinor: BigInt(minimum[currency] ?? 10_000),
      currency,
      method: { type, subType },
      country: countries?.[index] ?? 'ID',
      given: { bank: Object.keys(banks ?? {})[0] ?? '', phone: '+6281234567890' },
    } satisfies Partial<AuthoriseRequest>,
  })),
)

describe.each(everyWay)('$name', ({ asked }) => {
  test('waits for its shopper, is paid once, and is found by id and by our key', async () => {
    // An invoice has a duration, which a repetition of the request would shorten.
    const expiresAt = asked.method.type === 'CARD' ? null : new Date(Date.now() + 86_400_000)
    const payment = wished({ key: nextKey(), ...asked, expiresAt })
    const begun = await pay(payment)
    const { type, subType } = payment.method
    expect(begun).toMatchObject({
      kind: 'pending',
      action: { kind: wayOf(type, subType)?.run === 'show' ? 'show' : 'redirect' },
    })
    expect(await pay(payment)).toEqual(begun)
    expect(await status(payment)).toEqual(begun)
    if (type === 'CARD') expect(await enterCard(urlOf(begun), '4242424242424242')).toMatchObject({ status: 303 })
    else expect(await approve(begun)).toBe(true)
    const paid = { kind: 'captured', providerRef: refOf(begun) }
    expect(await status(payment)).toEqual(paid)
    expect(await status(payment, { providerRef: refOf(begun) })).toEqual(paid)
  })
})

test('an account, a code and a QR text are shown as they came', async () => {
  const va = await pay(
    wished({
      key: nextKey(),
      method: { type: 'VA_BANK_TRANSFER', subType: '' },
      given: { bank: 'BRI' },
      payerName: 'Ádá & Co.',
    }),
  )
  expect(va).toMatchObject({
    action: { account: { bank: 'BRI', number: expect.stringMatching(/^\d{14}$/), name: 'Ada  Co', reference: '' } },
  })
  const counter = await pay(wished({ key: nextKey(), method: { type: 'OTC', subType: 'ALFAMART' } }))
  expect(counter).toMatchObject({ action: { code: expect.stringMatching(/^\d{12}$/) } })
  const qr = await pay(wished({ key: nextKey(), method: { type: 'QR_CODE', subType: 'QRIS' } }))
  expect(qr).toMatchObject({ action: { qr: expect.stringContaining('/pages/') } })
})

describe('OVO', () => {
  const ovo = (phone: string) =>
    wished({ key: nextKey(), method: { type: 'WALLET', subType: 'OVO' }, given: { phone } })

  test('is asked for on a telephone, and sends nobody to a page', async () => {
    const payment = ovo('+62 812-3456 7890')
    const begun = await pay(payment)
    expect(begun).toMatchObject({ kind: 'pending', action: { kind: 'show' } })
    const desk = await request(`${surface.simulator.url}/desk?code=${encodeURIComponent('+62 812 34567890')}`)
    await desk.body.dump()
    expect(desk.headers['location']).toMatch(/^\/pages\//)
    expect(await approve(begun)).toBe(true)
    expect(await status(payment)).toMatchObject({ kind: 'captured' })
  })

  test.each(['', '0812 3456 7890'])('is not asked for with the number %j', async (phone) => {
    expect(await pay(ovo(phone))).toMatchObject({ kind: 'unavailable' })
  })

  test('is refused by Xendit without a number', async () => {
    const shop = 'https://shop.example/'
    const returns = { success_return_url: shop, failure_return_url: shop }
    const ewallet = { channel_code: 'OVO', channel_properties: returns }
    const payment_method = { type: 'EWALLET', reusability: 'ONE_TIME_USE', ewallet }
    const body = { reference_id: nextKey(), amount: 15_000, currency: 'IDR', country: 'ID', payment_method }
    expect(await surface.call('/payment_requests', body)).toMatchObject({ status: 400 })
    expect(surface.faults.splice(0)).toMatchObject([expect.stringContaining('mobile_number')])
  })
})

describe('what cannot be expressed', () => {
  test.each([
    ['a fraction of a rupiah', { amountMinor: 1_500_001n }],
    ['another currency', { currency: 'SGD' }],
    ['a way that it has not', { method: { type: 'UPI', subType: '' } }],
    ['a bank transfer without a bank', { method: { type: 'VA_BANK_TRANSFER', subType: '' } }],
    ['a card to be captured later', { method: { type: 'CARD', subType: 'INT_CREDIT_DEBIT_CARD' }, capture: false }],
  ] as [string, Partial<AuthoriseRequest>][])('%s is not asked for', async (_name, fields) => {
    expect(await pay(wished({ key: nextKey(), ...fields }))).toMatchObject({ kind: 'unavailable' })
  })
})

describe('a shopper who does not pay', () => {
  test.each([
    ['decline', 'INVALID_TRANSACTION_ORDER_CANCELLED_ERROR', 'USER_DECLINED_PAYMENT'],
    ['no_funds', 'FUNDS_LIMIT_ERROR', 'INSUFFICIENT_BALANCE'],
  ] as const)('by %s: %s', async (act, reason, providerText) => {
    const payment = wished({ key: nextKey() })
    const begun = await pay(payment)
    await surface.simulator.act(`xendit:${refOf(begun)}`, { act })
    expect(await status(payment)).toMatchObject({ kind: 'declined', reason, providerText })
  })

  test('may try another card on the page of the invoice', async () => {
    const payment = wished({ key: nextKey(), method: { type: 'CARD', subType: 'INT_CREDIT_DEBIT_CARD' } })
    const begun = await pay(payment)
    expect((await enterCard(urlOf(begun), '4000000000000002')).html).toContain('The card was declined.')
    expect(await status(payment)).toEqual(begun)
    expect(await enterCard(urlOf(begun), '4242424242424242')).toMatchObject({
      status: 303,
      location: payment.returnUrl,
    })
    expect(await status(payment)).toMatchObject({ kind: 'captured' })
    expect((await enterCard(urlOf(begun), '4242424242424242')).html).toContain('The invoice is paid.')
  })

  test('is asked by the bank, and pays once', async () => {
    const payment = wished({ key: nextKey(), method: { type: 'CARD', subType: 'INT_CREDIT_DEBIT_CARD' } })
    const begun = await pay(payment)
    const { location } = await enterCard(urlOf(begun), '4000000000003220')
    expect(location).toContain('/pages/')
    expect((await enterCard(urlOf(begun), '4242424242424242')).html).toContain('worked on by the bank')
    await surface.simulator.act(`xendit:${refOf(begun)}.1`, { act: 'approve' })
    expect(await status(payment)).toMatchObject({ kind: 'captured' })
  })
})

describe('cancelling', () => {
  const ways: [string, Partial<AuthoriseRequest>][] = [
    ['a wallet', {}],
    ['an account', { method: { type: 'VA_BANK_TRANSFER', subType: '' }, given: { bank: 'BCA' } }],
    ['an invoice', { method: { type: 'CARD', subType: 'INT_CREDIT_DEBIT_CARD' } }],
  ]
  test.each(ways)('%s that waits ends it as asked', async (_name, fields) => {
    const [first, second] = [wished({ key: nextKey(), ...fields }), wished({ key: nextKey(), ...fields })]
    await pay(first)
    const begun = await pay(second)
    expect(await surface.provider.cancel(askedAbout(first), 'shopper', soon())).toMatchObject({
      kind: 'declined',
      reason: 'INVALID_TRANSACTION_ORDER_CANCELLED_ERROR',
    })
    const known = askedAbout(second, { providerRef: refOf(begun) })
    expect(await surface.provider.cancel(known, 'time', soon())).toEqual({ kind: 'expired', providerRef: refOf(begun) })
    expect(await status(second)).toMatchObject({ kind: 'expired' })
  })

  test('what is paid stays paid', async () => {
    const payment = wished({ key: nextKey() })
    await approve(await pay(payment))
    expect(await surface.provider.cancel(askedAbout(payment), 'shopper', soon())).toMatchObject({ kind: 'captured' })
  })

  test('what was never asked for is absent', async () => {
    const never = wished({ key: nextKey() })
    expect(await surface.provider.cancel(askedAbout(never), 'time', soon())).toEqual({ kind: 'absent' })
  })

  test('money can come to an account afterwards', async () => {
    const payment = wished({
      key: nextKey(),
      method: { type: 'VA_BANK_TRANSFER', subType: '' },
      given: { bank: 'BCA' },
    })
    const begun = await pay(payment)
    await surface.provider.cancel(askedAbout(payment), 'time', soon())
    expect(await approve(begun)).toBe(true)
    expect(await status(payment)).toMatchObject({ kind: 'captured' })
  })
})

test('an authorised payment is captured whole and once, or stays authorised when it is to be released', async () => {
  const payment = wished({ key: nextKey(), capture: false })
  const begun = await pay(payment)
  await approve(begun)
  const paymentRef = refOf(begun)
  expect(await status(payment)).toMatchObject({ kind: 'authorised' })
  expect(await surface.provider.void(askedAbout(payment), soon())).toMatchObject({ kind: 'authorised' })
  const { amountMinor, currency } = payment
  const capture = { key: `${payment.key}-c`, paymentKey: payment.key, paymentRef, amountMinor, currency }
  expect(await surface.provider.capture({ ...capture, paymentRef: '' }, soon())).toEqual({
    kind: 'captured',
    providerRef: paymentRef,
  })
  expect(await surface.provider.capture(capture, soon())).toMatchObject({
    kind: 'declined',
    providerText: 'The payment request does not wait for a capture.',
  })
  expect(await status(payment)).toMatchObject({ kind: 'captured' })
})
