import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Refund } from '#contract/refunds.ts'
import { settleRefund } from '#server/refunds/jobs.ts'
import { openInvoicing, type Invoicing } from './fixtures.ts'

/** What meets at one invoice: of two at once one outcome holds, and sums, ledger and state agree with it. */
let inv: Invoicing
beforeAll(async () => {
  inv = await openInvoicing()
})
afterAll(() => inv.close())

const rounds = Array.from({ length: 6 }, (_, round) => round)
const wallet = { method: 'WALLET', sub_type: 'GRABPAY' }
const sound = async () => expect(await inv.findings()).toEqual([])
/** An attempt whose money is there and not told yet. */
const aboutToPay = async (ref: string, amount?: number) => {
  const orderRef = await inv.begin(ref, wallet, amount)
  await inv.paying.settle(orderRef)
  await inv.paying.simulator.act(orderRef, { act: 'approve', callbacks: 'never' })
  return orderRef
}

describe('at one invoice', () => {
  it('a void and an attempt: one of them is refused, or both see the other', async () => {
    for (const _ of rounds) {
      const { invoice_ref: ref } = await inv.sent()
      const [voided, begun] = await Promise.all([inv.void(ref), inv.paying.start(ref, wallet)])
      const done = [voided.status === 200, begun.status === 200]
      expect(done.filter(Boolean)).toHaveLength(1)
      expect((await inv.read(ref)).status).toBe(done[0] ? 'voided' : 'sent')
    }
  })

  it('a void and the money of an attempt: the money counts', async () => {
    for (const _ of rounds) {
      const { invoice_ref: ref } = await inv.sent()
      const orderRef = await aboutToPay(ref)
      const [voided] = await Promise.all([inv.void(ref), inv.paying.callBack(orderRef)])
      expect(voided.status).toBe(409)
      expect(await inv.read(ref)).toMatchObject({ status: 'paid', amount_paid: 100 })
    }
    await sound()
  })

  it('the money of several attempts: one pays each part, and what is too much is late', async () => {
    for (const _ of rounds) {
      const { invoice_ref: ref } = await inv.sent({ allow_partial: true })
      const attempts: string[] = []
      for (const amount of [60, 60, 40]) {
        const orderRef = await inv.begin(ref, { method: 'VA_BANK_TRANSFER' }, amount)
        await inv.paying.settle(orderRef)
        await inv.paying.cancel(ref, orderRef)
        await inv.paying.settle(orderRef)
        await inv.paying.simulator.act(orderRef, { act: 'approve', callbacks: 'never' })
        attempts.push(orderRef)
      }
      await Promise.all(attempts.map((orderRef) => inv.paying.callBack(orderRef)))
      const payments = await Promise.all(attempts.map((orderRef) => inv.paying.read(orderRef)))
      const inTime = payments.filter(({ late }) => !late)
      const invoice = await inv.read(ref)
      expect(inTime).toHaveLength(1)
      expect(invoice.amount_paid).toBe(inTime.reduce((sum, { amount }) => sum + amount, 0))
    }
    await sound()
  })

  it('refunds and credit notes: never more than was paid, credited or due', async () => {
    for (const _ of rounds) {
      const { invoice_ref: ref } = await inv.sent()
      const orderRef = await inv.pay(ref)
      const asked = await Promise.all(
        [40, 40, 40].map((amount) =>
          inv.ask('POST', `/api/refund/createRefund/${orderRef}`, {
            type: 'partial',
            amount,
            currency: 'SGD',
            reason: 'x',
          }),
        ),
      )
      const refunds = asked.flatMap(({ status, body }) =>
        status === 200 ? [(body.content as unknown as Refund).refund_id] : [],
      )
      const credits = await Promise.all([
        ...[30, 30, 30].map((amount) => inv.credit(ref, { amount })),
        ...refunds.map(async (refundId) => {
          await inv.job(settleRefund, { refundId, asks: 0 })
          return { status: 0 }
        }),
      ])
      const credited = credits.filter(({ status }) => status === 200).length * 30
      expect(await inv.read(ref)).toMatchObject({
        status: 'partially_refunded',
        amount_refunded: 80,
        amount_credited: credited,
      })
      expect(credited).toBeLessThanOrEqual(80)
    }
    await sound()
  })

  it('edits and the issue: what is issued is what one of them left, as a whole', async () => {
    for (const round of rounds) {
      const draft = await inv.create()
      const rate = 200 + round
      const line_items = [{ detail: 'Edited', quantity: 1, rate }]
      const [edited, sent] = await Promise.all([
        inv.update(draft.invoice_ref, { revision: 1, line_items, amount: rate }),
        inv.update(draft.invoice_ref, { revision: 1, marked_as_sent: true }),
      ])
      expect([edited.status, sent.status].toSorted((one, other) => one - other)).toEqual([200, 409])
      const after = await inv.read(draft.invoice_ref)
      expect([after.status, after.amount, after.sums.amount]).toEqual(
        sent.status === 200 ? ['sent', 100, 100] : ['created', rate, rate],
      )
    }
    await sound()
  })

  it('money from outside and an attempt: one of them goes on', async () => {
    for (const _ of rounds) {
      const { invoice_ref: ref } = await inv.sent({ allow_partial: true })
      const [recorded, again, begun] = await Promise.all([
        inv.record(ref, { amount: 60 }),
        inv.record(ref, { amount: 60 }),
        inv.paying.start(ref, wallet),
      ])
      const { amount_paid } = await inv.read(ref)
      expect(amount_paid).toBe(60 * [recorded, again].filter(({ status }) => status === 200).length)
      expect(amount_paid).toBeLessThanOrEqual(60)
      if (begun.status === 200) expect([0, 60]).toContain(amount_paid)
    }
    await sound()
  })

  it('voids, returns and issues of several: each number once, without a gap', async () => {
    const drafts = await Promise.all(rounds.map(() => inv.create()))
    await Promise.all(
      drafts.flatMap(({ invoice_ref: ref }) => [
        inv.update(ref, { revision: 1, marked_as_sent: true }),
        inv.void(ref),
        inv.unvoid(ref),
      ]),
    )
    await Promise.all(drafts.flatMap(({ invoice_ref: ref }) => [inv.unvoid(ref), inv.sent()]))
    await sound()
  })
})
