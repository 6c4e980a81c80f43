import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Refund } from '#contract/refunds.ts'
import { askedOf } from '#server/providers/simulator/fixtures.ts'
import { openRefunding, type Refunding } from './fixtures.ts'

/**
 * Random histories of one payment's refunds: concurrent requests, jobs that run twice, call-backs repeated and out of order,
 * an unreachable provider. After each step the payment's refund sums equal those of a small model, the ledger balances and
 * final states do not change. At the end the provider's own records agree with ours.
 */
let back: Refunding
beforeAll(async () => {
  back = await openRefunding()
})
afterAll(() => back.close())

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ name: fc.constant('partial'), n: fc.integer({ min: 1, max: 7_000 }) }) },
  { weight: 1, arbitrary: fc.record({ name: fc.constant('full'), n: fc.nat(50) }) },
  { weight: 4, arbitrary: fc.record({ name: fc.constant('settle'), n: fc.nat(50) }) },
  { weight: 2, arbitrary: fc.record({ name: fc.constant('hear'), n: fc.nat(50) }) },
  { weight: 2, arbitrary: fc.record({ name: fc.constant('byHand'), n: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ name: fc.constant('away'), n: fc.nat(1) }) },
)
/** The steps of one inner list run concurrently. */
const story = fc.record({
  card: fc.constantFrom(
    '4242424242424242',
    '4000000000006017',
    '4000000000006025',
    '4000000000006041',
    '4000000000006066',
    'by hand',
  ),
  steps: fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 8 }),
})

const pick = <T>(all: readonly T[], n: number): T | undefined => all[n % Math.max(all.length, 1)]

async function world(card: string) {
  const byHand = card === 'by hand'
  const orderRef = byHand ? await paidByTransfer() : await back.paid(card)
  const asked: string[] = []
  let refused: { amount: number; code: number }[] = []
  const ends = new Map<string, string>()
  const ask = async (body: { type: string; amount?: number }) => {
    const answer = await back.ask(orderRef, body)
    if (answer.status === 200) asked.push((answer.body.content as unknown as Refund).refund_id)
    else refused.push({ amount: body.amount ?? 100, code: answer.status })
  }
  const acts: Record<string, (n: number) => Promise<unknown>> = {
    partial: (n) => ask({ type: 'partial', amount: n / 100 }),
    full: () => ask({ type: 'full' }),
    async settle(n) {
      const refundId = pick(asked, n)
      if (refundId) await back.settle(refundId)
    },
    /** The provider's present status, as a call-back; a refund that the provider has never seen gets none. */
    async hear(n) {
      const refundId = pick(asked, n)
      const outcome =
        refundId && (await back.paying.simulator.provider.status(askedOf(refundId), AbortSignal.timeout(5_000)))
      const words = { captured: 'succeeded', declined: 'declined', pending: 'pending' } as const
      if (refundId && outcome && outcome.kind in words)
        await back.callBack(refundId, words[outcome.kind as keyof typeof words])
    },
    async byHand(n) {
      const refundId = pick(asked, n)
      if (!refundId) return
      const answer = await back.setStatus(refundId, n % 3 === 0 ? 'FAIL' : 'SUCCESS')
      expect(byHand ? [200, 409] : [409]).toContain(answer.status)
    },
    async away(n) {
      back.paying.provider.away = n === 1
    },
  }
  return {
    orderRef,
    asked,
    acts,
    /** Compares the payment with the model: sums of the refunds by state, and final states that stay. */
    async check() {
      const read = await back.read(orderRef)
      const minor = (state: string) =>
        read.refundDetails.reduce(
          (sum, one) => sum + (one.refund_status === state ? Math.round(one.amount * 100) : 0),
          0,
        )
      expect(read.refundDetails.map(({ refund_id }) => refund_id).toSorted()).toEqual(asked.toSorted())
      expect(Math.round(read.refunded * 100)).toBe(minor('SUCCESS'))
      expect(Math.round(read.refunding * 100)).toBe(minor('PENDING'))
      expect(Math.round(read.amountToRefund * 100)).toBe(10_000 - minor('SUCCESS') - minor('PENDING'))
      expect(read.amountToRefund).toBeGreaterThanOrEqual(0)
      for (const { refund_id, refund_status } of read.refundDetails) {
        const before = ends.get(refund_id)
        if (before) expect(refund_status).toBe(before)
        if (refund_status !== 'PENDING') ends.set(refund_id, refund_status)
      }
      for (const { amount, code } of refused) {
        expect([400, 409]).toContain(code)
        // A concurrent step may release money right after the refusal.
        if (!freed) expect(amount).toBeGreaterThan(read.amountToRefund)
      }
      refused = []
      expect(await back.findings()).toEqual([])
    },
  }
}
/** A concurrent step may have released money. */
let freed = false

async function paidByTransfer(): Promise<string> {
  const { orderRef } = await back.paying.start(await back.paying.link({}), { method: 'BANK_TRANSFER' })
  await back.paying.settle(orderRef)
  await back.paying.simulator.act(orderRef, { act: 'approve' })
  await back.paying.callBack(orderRef)
  return orderRef
}

it('after any history the refund sums, the ledger and the provider agree', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ card, steps }) => {
      back.paying.provider.away = false
      const { orderRef, asked, acts, check } = await world(card)
      for (const together of steps) {
        freed = together.some(({ name }) => ['settle', 'hear', 'byHand'].includes(name))
        await Promise.all(together.map(async ({ name, n }) => acts[name]?.(n)))
        await check()
      }
      back.paying.provider.away = false
      freed = true
      for (let turn = 0; turn < 40 && (await back.read(orderRef)).refunding > 0; turn++)
        for (const refundId of asked) {
          if (card === 'by hand') await back.setStatus(refundId, 'SUCCESS')
          else await back.settle(refundId)
        }
      await check()
      const { refundDetails, refunding } = await back.read(orderRef)
      expect(refunding).toBe(0)
      const words: Record<string, string> = { SUCCESS: 'succeeded', FAIL: 'declined' }
      const ours = refundDetails.map((one) => ({
        key: one.refund_id,
        amount: String(Math.round(one.amount * 100)),
        status: words[one.refund_status],
      }))
      const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1)
      expect((await back.witnessed(orderRef)).toSorted(byKey)).toEqual(card === 'by hand' ? [] : ours.toSorted(byKey))
    }),
    { numRuns: 25 },
  )
}, 120_000)
