import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Refund } from '#contract/refunds.ts'
import { setRefundStatus } from '#server/refunds/set-status.ts'
import { settleRefund } from '#server/refunds/jobs.ts'
import type { Answer } from '#test/test-app.ts'
import { countOf } from '#test/faults/counts.ts'
import { openInvoicing, type Invoicing } from './fixtures.ts'
import { InvoiceModel } from './model.ts'

/**
 * Random stories of one invoice: edited, issued, paid in parts and from outside, declined, overdue, voided, valid again, credited and
 * refunded, in any order. After each step state and sums equal a small model; in the end numbers, payments, ledger and receivables agree.
 */
let inv: Invoicing
beforeAll(async () => {
  inv = await openInvoicing()
})
afterAll(() => inv.close())

const step = fc.record({
  act: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('issue', 'pay', 'pay', 'outside') },
    { weight: 4, arbitrary: fc.constantFrom('credit', 'refund', 'refund', 'decline') },
    { weight: 2, arbitrary: fc.constantFrom('edit', 'void', 'unvoid', 'unvoid', 'overdue') },
  ),
  amount: fc.integer({ min: 1, max: 70 }),
  n: fc.nat(9),
})
const story = fc.record({
  creditsRefunds: fc.boolean(),
  early: fc.array(fc.constantFrom('edit', 'void', 'unvoid', 'pay'), { maxLength: 2 }),
  steps: fc.array(step, { minLength: 6, maxLength: 12 }),
})
const ok = ({ status }: Answer): boolean => status === 200
const wallet = { method: 'WALLET', sub_type: 'GRABPAY' }

async function world(creditsRefunds: boolean) {
  const id = inv.paying.merchant.merchantId
  const settings = await inv.ask('GET', `/api/invoices/${id}/settings`)
  const { revision } = settings.body.content as unknown as { revision: number }
  await inv.ask('PUT', `/api/invoices/${id}/settings`, { revision, credit_refunds: creditsRefunds })
  const model = new InvoiceModel(10_000, creditsRefunds)
  const { invoice_ref: ref } = await inv.create({ allow_partial: true })
  const seen = async () => (await inv.read(ref)).revision
  const acts: Record<string, (amount: number, n: number) => Promise<void>> = {
    async edit(amount) {
      const line_items = [{ detail: 'Harbour tour', quantity: 1, rate: amount + 50 }]
      const answer = await inv.update(ref, { revision: await seen(), line_items })
      expect(ok(answer)).toBe(model.edit((amount + 50) * 100))
    },
    async issue() {
      expect(ok(await inv.update(ref, { revision: await seen(), marked_as_sent: true }))).toBe(model.issue())
    },
    async void() {
      expect(ok(await inv.void(ref))).toBe(model.void())
    },
    async unvoid() {
      expect(ok(await inv.unvoid(ref))).toBe(model.unvoid())
    },
    async overdue() {
      inv.daysOn(40)
      await inv.look(ref)
      inv.paying.clock.now = null
      model.fallDue()
    },
    async pay(amount) {
      if (!model.mayPay(amount * 100)) {
        await expect(inv.begin(ref, wallet, amount)).rejects.toThrow()
        return
      }
      const orderRef = await inv.pay(ref, { amount })
      expect(model.pay(orderRef, amount * 100)).toBe(true)
    },
    async decline(amount) {
      if (!model.mayPay(amount * 100)) return
      await inv.pay(ref, { amount, card: '4000000000000002' })
    },
    async outside(amount) {
      const answer = await inv.record(ref, { amount })
      const orderRef = (await inv.read(ref)).outside_payments.at(-1)?.payment_ref ?? ''
      expect(ok(answer)).toBe(model.pay(orderRef, amount * 100))
    },
    async credit(amount) {
      expect(ok(await inv.credit(ref, { amount }))).toBe(model.credit(amount * 100))
    },
    async refund(amount, n) {
      const payment = model.payments[n % Math.max(1, model.payments.length)]
      if (!payment) return
      const answer = await inv.ask('POST', `/api/refund/createRefund/${payment.ref}`, {
        type: 'partial',
        amount,
        currency: 'SGD',
        reason: 'customer request',
      })
      expect(ok(answer)).toBe(model.refund(payment, amount * 100))
      if (!ok(answer)) return
      const { refund_id, manual } = answer.body.content as unknown as Refund
      if (manual)
        await inv.inside((ctx) =>
          setRefundStatus(ctx, { status: 'SUCCESS', refund_id, reason: 'given back', signature: '' } as never),
        )
      else await inv.job(settleRefund, { refundId: refund_id, asks: 0 })
    },
  }
  return { ref, model, act: (name: string, amount: number, n: number) => acts[name]?.(amount, n) }
}

it('a random story leaves state, sums, ledger and receivables as the model says', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ creditsRefunds, early, steps }) => {
      const { ref, model, act } = await world(creditsRefunds)
      for (const name of early) await act(name, 10, 0)
      for (const { act: name, amount, n } of steps) {
        await act(name, amount, n)
        const invoice = await inv.read(ref)
        const sums = [
          invoice.amount,
          invoice.amount_paid,
          invoice.amount_due,
          invoice.amount_credited,
          invoice.amount_refunded,
        ]
        const expected = [model.amount, model.paid, model.due, model.credited, model.refunded]
        expect([invoice.status, ...sums.map((major) => Math.round(major * 100))], name).toEqual([
          model.status,
          ...expected,
        ])
      }
      expect(await inv.findings()).toEqual([])
    }),
    { numRuns: countOf(60, 5) },
  )
})
