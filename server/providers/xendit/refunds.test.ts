import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { request } from 'undici'
import type { AuthoriseRequest, RefundRequest } from '../provider.ts'
import { askedAbout, openXendit, refOf, soon, type TestXendit, wished } from './fixtures.ts'

let surface: TestXendit
let number = 0
beforeAll(async () => void (surface = await openXendit()))
afterAll(() => surface.close())
afterEach(() => expect(surface.faults.splice(0)).toEqual([]))

async function paid(fields: Partial<AuthoriseRequest> = {}, card = '4242424242424242') {
  const payment = wished({ key: `order-${++number}`, ...fields })
  const begun = await surface.provider.authorise(payment, soon())
  const url = begun.kind === 'pending' && begun.action?.kind === 'redirect' ? begun.action.url : ''
  if (payment.method.type === 'CARD') {
    const form = { number: card, exp_month: '12', exp_year: '39', cvc: '123', holder: 'Ada Lovelace' }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await request(url, { method: 'POST', headers, body: new URLSearchParams(form).toString() })
  } else await surface.simulator.act(`xendit:${refOf(begun)}`, { act: 'approve' })
  return { payment, paymentRef: refOf(begun) }
}

const refundOf = ({ key, amountMinor, currency, method }: AuthoriseRequest, fields: Partial<RefundRequest> = {}) => ({
  key: `refund-${++number}`,
  paymentKey: key,
  paymentRef: '',
  amountMinor,
  currency,
  method,
  ...fields,
})
const refund = (asked: RefundRequest) => surface.provider.refund(asked, soon())
const status = (asked: RefundRequest, providerRef = '', paymentRef = '') =>
  surface.provider.status(
    {
      ...asked,
      kind: 'refund',
      providerRef,
      firstAskedAt: new Date(Date.now() - 600_000),
      payment: { key: asked.paymentKey, providerRef: paymentRef },
    },
    soon(),
  )
const card = { method: { type: 'CARD', subType: 'INT_CREDIT_DEBIT_CARD' } } as const

describe.each([
  ['a payment request', {}],
  ['an invoice', card],
])('of %s', (_name, fields: Partial<AuthoriseRequest>) => {
  test('in parts, each once, found by id and by our reference', async () => {
    const { payment, paymentRef } = await paid(fields)
    const first = refundOf(payment, { amountMinor: 1_000_000n, paymentRef })
    const made = await refund(first)
    expect(made).toEqual({ kind: 'captured', providerRef: expect.stringMatching(/^rfd-/) })
    expect(await refund(first)).toEqual(made)
    expect(await status(first)).toEqual(made)
    expect(await status(first, refOf(made))).toEqual(made)
    expect(await status(first, '', paymentRef)).toEqual(made)
    expect(await refund(refundOf(payment, { amountMinor: 600_000n }))).toMatchObject({
      kind: 'declined',
      reason: 'EXCEEDED_MAX_LIMIT',
    })
    expect(await refund(refundOf(payment, { amountMinor: 500_000n }))).toMatchObject({ kind: 'captured' })
  })

  test('that was never asked for is absent, and one that was just asked for is not', async () => {
    const { payment, paymentRef } = await paid(fields)
    const asked = refundOf(payment)
    expect(await status(asked, '', paymentRef)).toEqual({ kind: 'absent' })
    const now = { ...asked, kind: 'refund', providerRef: '', firstAskedAt: new Date() } as const
    const known = { ...now, payment: { key: payment.key, providerRef: paymentRef } }
    expect(await surface.provider.status(known, soon())).toMatchObject({ kind: 'unknown' })
  })
})

test('a refund whose answer was lost is found by its reference', async () => {
  const { payment } = await paid()
  const asked = refundOf(payment, { paymentRef: refOf(await surface.provider.status(askedAbout(payment), soon())) })
  await surface.manner({ fault: 'error-after', times: 1 })
  expect(await refund(asked)).toMatchObject({ kind: 'unknown' })
  expect(await status(asked)).toMatchObject({ kind: 'captured' })
})

test('one that is pending, and then refused', async () => {
  const { payment } = await paid(card, '4000000000006041')
  const asked = refundOf(payment)
  const pending = await refund(asked)
  expect(pending).toMatchObject({ kind: 'pending' })
  await expect
    .poll(() => status(asked, refOf(pending)))
    .toMatchObject({
      kind: 'declined',
      reason: 'BANK_REFUSED_TRANSACTION',
      providerText: 'REFUND_FAILED',
    })
})

test.each([
  ['QRPH makes none', { method: { type: 'QR_CODE', subType: 'QRPH' }, currency: 'PHP', country: 'PH' }, 1n],
  ['ShopeePay refunds the whole only', { method: { type: 'WALLET', subType: 'SHOPEEPAY' } }, 100n],
] as [string, Partial<AuthoriseRequest>, bigint][])(
  '%s: refused in the provider’s words',
  async (_name, fields, less) => {
    const { payment } = await paid(fields)
    expect(await refund(refundOf(payment, { amountMinor: payment.amountMinor - less }))).toMatchObject({
      kind: 'declined',
      reason: 'BANK_REFUSED_TRANSACTION',
      providerText: expect.stringMatching(/refund/),
    })
  },
)

test('of a payment that is not there nothing is known', async () => {
  const payment = wished({ key: 'never-asked' })
  expect(await refund(refundOf(payment))).toMatchObject({ kind: 'unknown' })
  expect(await status(refundOf(payment))).toMatchObject({ kind: 'unknown' })
})
