import type { Ctx } from '#server/kit/ctx.ts'
import type { PastFlaw, PastRefund } from '#server/providers/simulator/past.ts'
import { Flaw, type FlawKind, type ShapeName } from '#server/providers/simulator/settlement/records.ts'

/** Refunds of the past that the provider made, as the simulator shall know them. */
export async function refundsOfPast(ctx: Ctx): Promise<PastRefund[]> {
  const { merchantId, environment } = ctx.owner
  const refunds = await ctx.tx.query<{
    refund_id: string
    order_ref: string
    amount_minor: bigint
    currency: string
    updated_at: Date
  }>(
    `select refund_id, order_ref, amount_minor, currency, updated_at from refunds
     where merchant_id = $1 and environment = $2 and status = 'SUCCESS' and not manual order by refund_id`,
    [merchantId, environment],
  )
  return refunds.map(({ refund_id: refund, order_ref: paymentKey, amount_minor, currency, updated_at: at }) => ({
    refund,
    ref: `ref_${refund}`,
    paymentKey,
    at,
    amountMinor: amount_minor,
    currency,
  }))
}

/** What was wrong with the files of the last 90 days, by how many days ago: each is found by a check of its own. */
const flaws: readonly { daysAgo: number; kind: FlawKind; payout?: 'stays' }[] = [
  // A week in which more was charged than was agreed.
  ...[61, 60, 59, 58, 57, 56, 55].map((daysAgo) => ({ daysAgo, kind: 'fee_raised' as const })),
  { daysAgo: 40, kind: 'footer_wrong' },
  { daysAgo: 19, kind: 'row_missing', payout: 'stays' },
  { daysAgo: 26, kind: 'restated' },
  { daysAgo: 22, kind: 'sent_again' },
  // What only a comparison with the merchant's own payments shows, or with what the bank has. Days with nothing lost lie around the line
  // without references, so that it could be of one payment alone.
  { daysAgo: 29, kind: 'references_lost' },
  { daysAgo: 25, kind: 'settled_late' },
  { daysAgo: 23, kind: 'row_unknown' },
  { daysAgo: 20, kind: 'payout_missing' },
  { daysAgo: 17, kind: 'tax_raised' },
  { daysAgo: 16, kind: 'row_contradicted' },
  { daysAgo: 15, kind: 'refund_next_day' },
  { daysAgo: 13, kind: 'costs_added' },
  { daysAgo: 12, kind: 'row_missing' },
  { daysAgo: 9, kind: 'off_by_one' },
  { daysAgo: 8, kind: 'row_doubled' },
  { daysAgo: 6, kind: 'other_currency' },
]

/** The flaws of an account's files, of days before `now`. */
export const flawsOfPast = (account: string, now: Date): PastFlaw[] =>
  flaws.map(({ daysAgo, ...flaw }) => {
    const at = new Date(now.getTime() - daysAgo * dayMs)
    const day = at.toISOString().slice(0, 10)
    // Asked for in good time: a file that follows another comes an hour later.
    return {
      flawOf: account,
      at: new Date(`${day}T00:00:00Z`),
      flaw: Flaw.parse({ ...flaw, day, shapes: shapesOf(flaw.kind) }),
    }
  })
/** What a file of the provider's says wrongly, the bank's does not. */
const shapesOf = (kind: FlawKind): ShapeName[] => (kind === 'payout_missing' ? ['camt'] : ['csv', 'adyen', 'paypal'])
const dayMs = 86_400_000
