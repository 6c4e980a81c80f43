import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Refund } from '#contract/refunds.ts'
import { limits } from '#contract/limits.ts'
import { settleRefund } from '#server/refunds/jobs.ts'
import type { Answer } from '#test/test-app.ts'
import { openInvoicing, type Invoicing } from './fixtures.ts'

/** Money for an invoice: in parts, late, refunded, and past all channels. */
let inv: Invoicing
beforeAll(async () => {
  inv = await openInvoicing()
})
beforeEach(() => {
  inv.paying.clock.now = null
})
afterAll(() => inv.close())

const reasonOf = (answer: Answer) => [answer.status, answer.body['status_reason']]
const partial = { allow_partial: true }
const wallet = { method: 'WALLET', sub_type: 'GRABPAY' }
const bank = { method: 'VA_BANK_TRANSFER' }
const sound = async () => expect(await inv.findings()).toEqual([])
/** An attempt that ended without money here; the provider may prove otherwise. */
const ended = async (ref: string, amount?: number) => {
  const orderRef = await inv.begin(ref, bank, amount)
  await inv.paying.settle(orderRef)
  await inv.paying.cancel(ref, orderRef)
  await inv.paying.settle(orderRef)
  return orderRef
}
const proved = async (orderRef: string) => {
  await inv.paying.simulator.act(orderRef, { act: 'approve', callbacks: 'never' })
  await inv.paying.callBack(orderRef)
  return inv.paying.read(orderRef)
}
const refund = async (orderRef: string, amount?: number) => {
  const answer = await inv.ask('POST', `/api/refund/createRefund/${orderRef}`, {
    ...(amount === undefined ? { type: 'full' } : { type: 'partial', amount }),
    currency: 'SGD',
    reason: 'customer request',
  })
  if (answer.status !== 200) throw new Error(answer.text)
  const { refund_id: refundId } = answer.body.content as unknown as Refund
  await inv.job(settleRefund, { refundId, asks: 0 })
}

describe('an invoice that is paid in parts', () => {
  it('is partly paid until nothing is due, each part numbered', async () => {
    const { invoice_ref: ref } = await inv.sent({ ...partial, least_partial_amount: 30 })
    await expect(inv.begin(ref, wallet, 29.99)).rejects.toMatchObject({ errors: [{ reason: 'less_than_least' }] })
    await expect(inv.begin(ref, wallet, 100.01)).rejects.toMatchObject({ errors: [{ reason: 'more_than_due' }] })
    const first = await inv.pay(ref, { amount: 30 })
    expect(await inv.read(ref)).toMatchObject({ status: 'sent', partially_paid: true, amount_paid: 30, amount_due: 70 })
    // Only the first part has a least amount.
    const second = await inv.pay(ref, { amount: 0.5 })
    const third = await inv.pay(ref)
    const paid = await inv.read(ref)
    expect(paid).toMatchObject({ status: 'paid', partially_paid: false, amount_paid: 100, amount_due: 0 })
    expect(paid.paid_at).not.toBeNull()
    expect(paid.timeline.map(({ event }) => event).filter((event) => event.includes('paid'))).toEqual([
      'part_paid',
      'part_paid',
      'paid',
    ])
    const rows = await inv.paying.sql(
      `select order_ref, payable_part, merchant_order_ref from payments where merchant_id = $1 and payable_ref = '${ref}' order by payable_part`,
    )
    const order = { merchant_order_ref: paid.merchant_invoice_ref }
    expect(rows).toEqual([first, second, third].map((order_ref, at) => ({ order_ref, payable_part: at + 1, ...order })))
    await sound()
  })

  it('never leaves less than some way can take', async () => {
    const { invoice_ref: ref } = await inv.sent(partial)
    const bounds = (limit: object) =>
      inv.paying.sql(`update payment_methods set limits = '${JSON.stringify(limit)}' where merchant_id = $1`)
    await bounds({ SGD: { minimum: '500' } })
    await expect(inv.begin(ref, wallet, 95.01)).rejects.toMatchObject({ errors: [{ reason: 'leaves_too_little' }] })
    await inv.pay(ref, { amount: 95 })
    await inv.pay(ref)
    expect((await inv.read(ref)).status).toBe('paid')
    await bounds({})
  })

  it('takes all or nothing unless the merchant allows parts', async () => {
    const { invoice_ref: ref } = await inv.sent()
    await expect(inv.begin(ref, wallet, 50)).rejects.toMatchObject({ errors: [{ reason: 'less_than_least' }] })
    await inv.pay(ref, { amount: 100 })
    expect((await inv.read(ref)).status).toBe('paid')
  })

  it(`counts parts that were paid among no attempts that failed, of which it takes ${limits.attempts}`, async () => {
    const { invoice_ref: ref } = await inv.sent({ ...partial, line_items: [{ detail: 'a', quantity: 1, rate: 30 }] })
    for (let part = 0; part < limits.attempts + 1; part++) await inv.record(ref, { amount: 1 })
    await inv.pay(ref)
    expect((await inv.read(ref)).status).toBe('paid')
  })
})

describe('late money', () => {
  it('is what comes for a part that is paid, or is more than is due; it is held unless chosen otherwise', async () => {
    const { invoice_ref: ref } = await inv.sent(partial)
    const first = await ended(ref, 40)
    await inv.pay(ref, { amount: 40 })
    expect(await proved(first)).toMatchObject({
      status: 'Success',
      late: true,
      late_payment: 'hold',
      held: { amount: 40 },
    })
    expect(await inv.read(ref)).toMatchObject({ status: 'sent', amount_due: 60, amount_paid: 40 })
    const whole = await ended(ref, 60)
    await inv.record(ref, { amount: 10 })
    expect(await proved(whole)).toMatchObject({ late: true })
    expect(await inv.read(ref)).toMatchObject({ status: 'sent', amount_due: 50 })
    await sound()
  })

  it('pays what is due when somebody accepts it, and no more', async () => {
    const { invoice_ref: ref } = await inv.sent(partial)
    const first = await ended(ref, 70)
    await inv.pay(ref, { amount: 70 })
    const { held } = await proved(first)
    const accepted = await inv.ask('POST', `/api/payments/${first}/accept-late`, {
      net: held?.net,
      currency: 'SGD',
      reason: 'agreed',
    })
    expect(accepted.status, accepted.text).toBe(200)
    expect(await inv.read(ref)).toMatchObject({ status: 'paid', amount_due: 0, amount_paid: 100 })
    await sound()
    // The 40 beyond the invoice go back first.
    await refund(first, 40)
    expect(await inv.read(ref)).toMatchObject({ status: 'paid', amount_refunded: 0 })
    await refund(first)
    expect(await inv.read(ref)).toMatchObject({ status: 'partially_refunded', amount_refunded: 30 })
    await sound()
  })

  it('is accepted at once where the invoice says so, and returned where it says that', async () => {
    const { invoice_ref: accepting } = await inv.sent({ ...partial, late_payment: 'accept' })
    const first = await ended(accepting, 60)
    await inv.pay(accepting, { amount: 60 })
    expect(await proved(first)).toMatchObject({ late: true, held: null })
    expect(await inv.read(accepting)).toMatchObject({ status: 'paid', amount_paid: 100 })
    const { invoice_ref: returning } = await inv.sent({ late_payment: 'refund' })
    const other = await ended(returning)
    await inv.void(returning)
    expect(await proved(other)).toMatchObject({ late: true, refunding: 100 })
    expect(await inv.read(returning)).toMatchObject({ status: 'voided', amount_paid: 0 })
    await sound()
  })
})

describe('a refund', () => {
  it('of a part moves the invoice in part, and of all of it to its end', async () => {
    const { invoice_ref: ref } = await inv.sent(partial)
    const first = await inv.pay(ref, { amount: 60 })
    const second = await inv.pay(ref)
    await refund(first, 10)
    expect(await inv.read(ref)).toMatchObject({ status: 'partially_refunded', amount_refunded: 10, amount_due: 0 })
    await refund(first)
    await refund(second)
    const refunded = await inv.read(ref)
    expect(refunded).toMatchObject({ status: 'refunded', amount_refunded: 100, credit_notes: [] })
    expect(refunded.timeline.filter(({ event }) => event === 'refunded')).toHaveLength(3)
    await sound()
  })

  it('before all is paid asks for nothing again, and counts when it is', async () => {
    const { invoice_ref: ref } = await inv.sent(partial)
    const first = await inv.pay(ref, { amount: 60 })
    await refund(first, 20)
    expect(await inv.read(ref)).toMatchObject({ status: 'sent', amount_due: 40, amount_refunded: 20 })
    await inv.pay(ref)
    expect(await inv.read(ref)).toMatchObject({ status: 'partially_refunded' })
    await sound()
  })
})

describe('money from outside', () => {
  it('is a payment that is confirmed by hand, booked like any and refunded by hand', async () => {
    const { invoice_ref: ref } = await inv.sent()
    const answer = await inv.record(ref, {
      amount: 40,
      method: 'cash',
      received_on: '2026-01-31',
      evidence: 'receipt 12',
    })
    expect(answer.status, answer.text).toBe(200)
    const invoice = await inv.read(ref)
    expect(invoice).toMatchObject({
      status: 'sent',
      amount_due: 60,
      outside_payments: [{ amount: 40, method: 'cash', received_on: '2026-01-31', evidence: 'receipt 12' }],
    })
    const orderRef = invoice.outside_payments[0]?.payment_ref ?? ''
    expect(await inv.paying.read(orderRef)).toMatchObject({
      status: 'Success',
      late: false,
      fee: 0,
      payment_method: 'OTC',
      invoice_ref: ref,
      postings: [
        { account: 'psp_receivable:OUTSIDE', amount: 40 },
        { account: 'merchant_pending', amount: -40 },
      ],
    })
    await inv.record(ref, { amount: 60 })
    expect((await inv.read(ref)).status).toBe('paid')
    await sound()
  })

  it.each([
    [{ amount: 100.01 }, [400, 'INVALID_AMOUNT']],
    [{ amount: 0 }, [400, 'INVALID_AMOUNT']],
    [{ amount: 10, received_on: '2036-01-01' }, [400, 'INVALID_REQUEST_DATA']],
    [{ amount: 10, evidence: '' }, [400, 'INVALID_REQUEST_DATA']],
  ])('%j is refused', async (body, refused) => {
    const { invoice_ref: ref } = await inv.sent()
    expect(reasonOf(await inv.record(ref, body))).toEqual(refused)
  })

  it('is recorded of an open invoice without an attempt in flight, with a fresh proof, by who may refund', async () => {
    const { testApp, merchant } = inv.paying
    const draft = await inv.create()
    expect(reasonOf(await inv.record(draft.invoice_ref, { amount: 10 }))).toEqual([409, 'INVALID_STATUS_TYPE'])
    const { invoice_ref: ref } = await inv.sent(partial)
    const clerk = await testApp.signIn(merchant, { roles: ['invoice-user'] })
    expect(reasonOf(await inv.record(ref, { amount: 10 }, clerk))[0]).toBe(403)
    const stale = await testApp.signIn(merchant)
    await inv.paying.sql(
      `update sessions set proved_at = now() - interval '1 hour' where merchant_id = $1 and session_id = '${stale.sessionId}'`,
    )
    expect(reasonOf(await inv.record(ref, { amount: 10 }, stale))).toEqual([403, 'STEP_UP_REQUIRED'])
    await inv.begin(ref, wallet, 10)
    expect(reasonOf(await inv.record(ref, { amount: 10 }))).toEqual([409, 'TRANSACTION_UNDER_REVIEW'])
    expect((await inv.read(ref)).outside_payments).toEqual([])
  })
})
