import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Refund } from '#contract/refunds.ts'
import { settleRefund } from '#server/refunds/jobs.ts'
import type { Answer } from '#test/test-app.ts'
import { openInvoicing, type Invoicing } from './fixtures.ts'

/** Credit notes: what they take back, and how much they may. */
let inv: Invoicing
beforeAll(async () => {
  inv = await openInvoicing()
})
afterAll(() => inv.close())

const reasons = (answer: Answer) => [
  answer.status,
  answer.body['status_reason'],
  ...((answer.body['errors'] ?? []) as { path: string; reason: string }[]).map(
    ({ path, reason }) => `${path} ${reason}`,
  ),
]
const sound = async () => expect(await inv.findings()).toEqual([])
const refundAll = async (orderRef: string, amount?: number) => {
  const answer = await inv.ask('POST', `/api/refund/createRefund/${orderRef}`, {
    ...(amount === undefined ? { type: 'full' } : { type: 'partial', amount }),
    currency: 'SGD',
    reason: 'customer request',
  })
  const { refund_id: refundId } = answer.body.content as unknown as Refund
  await inv.job(settleRefund, { refundId, asks: 0 })
  return refundId
}
const taxed = {
  line_items: [
    { detail: 'a', quantity: 4, rate: 25, tax_category: 'S', tax_percent: 10 },
    { detail: 'b', quantity: 1, rate: 100, tax_category: 'S', tax_percent: 10 },
  ],
  additional_costs: [{ title: 'd', type: 'DISCOUNT', amount: 20 }],
}

describe('a credit note', () => {
  it('of an amount lowers what is due, under a number of its own series', async () => {
    const { invoice_ref: ref } = await inv.sent({ allow_partial: true })
    expect((await inv.credit(ref, { amount: 30, reason: 'late delivery' })).status).toBe(200)
    const invoice = await inv.read(ref)
    expect(invoice).toMatchObject({
      status: 'sent',
      amount: 100,
      amount_due: 70,
      amount_credited: 30,
      credit_notes: [{ amount: 30, reason: 'late delivery', refund_id: '', created_by: 'Test User' }],
    })
    expect(invoice.credit_notes[0]?.credit_note_number).toMatch(/^CN-\d{4}-\d{4}$/)
    await inv.pay(ref)
    expect(await inv.read(ref)).toMatchObject({ status: 'paid', amount_paid: 70 })
    await sound()
  })

  it('of lines takes their share of discount and tax, no line beyond its quantity', async () => {
    const { invoice_ref: ref, amount } = await inv.sent(taxed)
    expect(amount).toBe(198)
    const half = { lines: [{ line: 0, quantity: 2 }] }
    expect((await inv.credit(ref, half)).status).toBe(200)
    expect(await inv.read(ref)).toMatchObject({ amount_credited: 49.5, amount_due: 148.5 })
    expect(reasons(await inv.credit(ref, { lines: [{ line: 0, quantity: 2.5 }] }))).toEqual([
      400,
      'INVALID_AMOUNT',
      'lines.0.quantity more_than_line',
    ])
    expect(reasons(await inv.credit(ref, { lines: [half.lines[0], half.lines[0]] }))).toEqual([
      400,
      'INVALID_AMOUNT',
      'lines.1.quantity more_than_line',
    ])
    expect(reasons(await inv.credit(ref, { lines: [{ line: 2, quantity: 1 }] }))).toEqual([
      400,
      'INVALID_REQUEST_DATA',
      'lines.0.line not_a_choice',
    ])
    expect(
      (
        await inv.credit(ref, {
          lines: [
            { line: 0, quantity: 2 },
            { line: 1, quantity: 1 },
          ],
        })
      ).status,
    ).toBe(200)
    expect(await inv.read(ref)).toMatchObject({ status: 'paid', amount_credited: 198, amount_due: 0, amount_paid: 0 })
    await sound()
  })

  it('of all that is left ends what is due', async () => {
    const { invoice_ref: ref } = await inv.sent({ allow_partial: true })
    await inv.pay(ref, { amount: 40 })
    expect((await inv.credit(ref, {})).status).toBe(200)
    expect(await inv.read(ref)).toMatchObject({ status: 'paid', amount_paid: 40, amount_credited: 60 })
    expect(reasons(await inv.credit(ref, {}))).toEqual([400, 'INVALID_AMOUNT', 'amount more_than_creditable'])
    await sound()
  })

  it('is none of a draft, of a voided invoice, while a payment is in flight, or of money that nobody gave back', async () => {
    const draft = await inv.create()
    expect(reasons(await inv.credit(draft.invoice_ref, {}))).toEqual([409, 'INVALID_STATUS_TYPE'])
    const voided = await inv.sent()
    await inv.void(voided.invoice_ref)
    expect(reasons(await inv.credit(voided.invoice_ref, {}))).toEqual([409, 'INVALID_STATUS_TYPE'])
    const { invoice_ref: ref } = await inv.sent()
    const orderRef = await inv.begin(ref, { method: 'WALLET', sub_type: 'GRABPAY' })
    await inv.paying.settle(orderRef)
    expect(reasons(await inv.credit(ref, { amount: 1 }))).toEqual([409, 'TRANSACTION_UNDER_REVIEW'])
    await inv.paying.simulator.act(orderRef, { act: 'approve' })
    await inv.paying.settle(orderRef)
    expect(reasons(await inv.credit(ref, { amount: 1 }))).toEqual([
      400,
      'INVALID_AMOUNT',
      'amount more_than_creditable',
    ])
    await refundAll(orderRef, 25)
    expect((await inv.credit(ref, { amount: 25 })).status).toBe(200)
    expect(reasons(await inv.credit(ref, { amount: 0.01 }))).toEqual([
      400,
      'INVALID_AMOUNT',
      'amount more_than_creditable',
    ])
    expect(await inv.read(ref)).toMatchObject({ status: 'partially_refunded', amount_credited: 25, amount_due: 0 })
    await sound()
  })
})

describe('where the merchant wants a credit note with each refund', () => {
  it('there is one, of what went back and at most of the invoice', async () => {
    const id = inv.paying.merchant.merchantId
    expect((await inv.ask('PUT', `/api/invoices/${id}/settings`, { revision: 0, credit_refunds: true })).status).toBe(
      200,
    )
    const { invoice_ref: ref } = await inv.sent()
    const orderRef = await inv.pay(ref)
    const refundId = await refundAll(orderRef, 30)
    expect(await inv.read(ref)).toMatchObject({
      status: 'partially_refunded',
      amount_credited: 30,
      credit_notes: [{ amount: 30, refund_id: refundId, created_by: '' }],
    })
    await refundAll(orderRef)
    expect(await inv.read(ref)).toMatchObject({ status: 'refunded', amount_credited: 100 })
    await sound()
  })
})
