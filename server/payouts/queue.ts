import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { PayoutRow } from '#server/payout-store/rows.ts'

/**
 * Whether a payout of the account that was queued before this one has waited so long that none passes it. Index: payouts_open.
 */
export async function isBlocked(ctx: Ctx, payout: PayoutRow): Promise<boolean> {
  const since = new Date(ctx.now.getTime() - limits.payoutQueueHours * 3_600_000)
  const before = payout.queued_at ?? ctx.now
  const older = await ctx.own
    .select('payouts')
    .select('txn_ref')
    .where('status', '=', 'Queued')
    .where('virtual_account_no', '=', payout.virtual_account_no)
    .where('queued_at', '<=', since)
    .where(sql<boolean>`(queued_at, txn_ref) < (${before}::timestamptz, ${payout.txn_ref})`)
    .limit(1)
    .executeTakeFirst()
  return older !== undefined
}
