import { Fault } from '#contract/faults.ts'
import { recordedAmount } from '#contract/kit/money.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { checkLimits, countLimits as count, giveBackLimits } from '#server/payout-limits/count.ts'
import { possibleAt } from '#server/payout-limits/within.ts'
import type { PayoutRow } from '#server/payout-store/rows.ts'
import type { Plan } from './plan.ts'

/** Refuses a payout that would go beyond a limit when it leaves; of one that is cut, the sum. Throws `aboveMaximum`, at the amount. */
export async function refuseBeyondLimits(ctx: Ctx, { wish, to }: Plan, at: string): Promise<void> {
  const over = await checkLimits(
    ctx,
    {
      accountNo: wish.virtual_acc_no,
      beneficiaryUuid: to.beneficiaryUuid,
      makers: ctx.user ? [ctx.user.subUserId] : [],
      approvers: [],
      currency: wish.currency,
      amountMinor: wish.amount,
    },
    wish.trigger_time && wish.trigger_time > ctx.now ? wish.trigger_time : ctx.now,
  )
  if (over.length === 0) return
  throw new Fault('aboveMaximum', {
    errors: over.map(({ of, period, limitMinor, leftMinor }) => ({
      path: `${at}amount`,
      reason: `over_limit_${period}`,
      params: { of, limit: recordedAmount(limitMinor, wish.currency), left: recordedAmount(leftMinor, wish.currency) },
      text: `It is beyond the limit of ${recordedAmount(limitMinor, wish.currency)} a ${period}.`,
    })),
  })
}

/**
 * Counts a locked payout that is about to be set aside. Null when it is counted; else when it becomes possible, with null for never
 * under the limits of now.
 */
export async function countLimits(ctx: Ctx, payout: PayoutRow): Promise<{ until: Date | null } | null> {
  const over = await count(ctx, {
    txnRef: payout.txn_ref,
    accountNo: payout.virtual_account_no,
    beneficiaryUuid: payout.beneficiary_uuid,
    makers: payout.made_by,
    approvers: await approversOf(ctx, payout),
    currency: payout.currency,
    amountMinor: payout.amount_minor,
  })
  return over.length === 0 ? null : { until: possibleAt(over) }
}

/** Ahead of what makes its money available again: limits are locked before virtual accounts. */
export const uncountLimits = (ctx: Ctx, payout: PayoutRow): Promise<void> => giveBackLimits(ctx, payout.txn_ref)

/** Those who have approved it as it is. Index: primary key. */
async function approversOf(ctx: Ctx, { txn_ref, revision }: PayoutRow): Promise<string[]> {
  const rows = await ctx.own
    .select('payout_acts')
    .select('by_user')
    .where('txn_ref', '=', txn_ref)
    .where('revision', '=', revision)
    .where('act', '=', 'approve')
    .execute()
  return rows.map(({ by_user }) => by_user)
}
