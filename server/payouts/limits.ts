import { Fault } from '#contract/faults.ts'
import { recordedAmount } from '#contract/kit/money.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { checkLimits, countLimits as count } from '#server/payout-limits/count.ts'
import { possibleAt, type Limited } from '#server/payout-limits/within.ts'
import type { PayoutRow } from '#server/payout-store/rows.ts'
import { makersOf } from './insert.ts'
import type { Plan } from './plan.ts'

/** Refuses a payout that would go beyond a limit of the merchant if it left when it is to. What is cut into parts counts as a whole. */
export async function refuseBeyondLimits(ctx: Ctx, plan: Plan, at: string): Promise<void> {
  const { wish, to } = plan
  const limited: Limited = {
    accountNo: wish.virtual_acc_no,
    beneficiaryUuid: to.beneficiaryUuid,
    makers: makersOf(ctx, plan),
    approvers: [],
    currency: wish.currency,
    amountMinor: wish.amount,
  }
  const [first] = await checkLimits(ctx, limited, wish.trigger_time ?? ctx.now)
  if (!first) return
  const left = recordedAmount(first.leftMinor, wish.currency)
  throw new Fault('aboveMaximum', {
    errors: [
      {
        path: `${at}amount`,
        reason: `limit_${first.period}`,
        params: { left, limit: recordedAmount(first.limitMinor, wish.currency) },
        text: `A limit leaves ${left}.`,
      },
    ],
  })
}

/** Counts a payout in the limits, or says until when it is beyond one; null for one that may never leave as they are. */
export async function countLimits(ctx: Ctx, payout: PayoutRow): Promise<{ until: Date | null } | null> {
  const beyond = await count(ctx, {
    txnRef: payout.txn_ref,
    accountNo: payout.virtual_account_no,
    beneficiaryUuid: payout.beneficiary_uuid,
    makers: payout.made_by,
    approvers: await approversOf(ctx, payout),
    currency: payout.currency,
    amountMinor: payout.amount_minor,
  })
  return beyond.length === 0 ? null : { until: possibleAt(beyond) }
}

/** Payouts as limits see them, by their references. */
export async function limitedOf(
  ctx: Ctx,
  payouts: readonly PayoutRow[],
): Promise<Map<string, Limited & { txnRef: string }>> {
  const refs = payouts.map(({ txn_ref }) => txn_ref)
  const acts = await ctx.own
    .select('payout_acts')
    .select(['txn_ref', 'revision', 'by_user'])
    .where('txn_ref', 'in', refs)
    .where('act', '=', 'approve')
    .execute()
  const given = Map.groupBy(acts, ({ txn_ref: ref, revision }) => `${ref} ${revision}`)
  return new Map(
    payouts.map((payout) => [
      payout.txn_ref,
      {
        txnRef: payout.txn_ref,
        accountNo: payout.virtual_account_no,
        beneficiaryUuid: payout.beneficiary_uuid,
        makers: payout.made_by,
        approvers: (given.get(`${payout.txn_ref} ${payout.revision}`) ?? []).map(({ by_user }) => by_user),
        currency: payout.currency,
        amountMinor: payout.amount_minor,
      },
    ]),
  )
}

/** The users who approved this revision. Index: primary key. */
async function approversOf(ctx: Ctx, payout: PayoutRow): Promise<string[]> {
  const rows = await ctx.own
    .select('payout_acts')
    .select('by_user')
    .where('txn_ref', '=', payout.txn_ref)
    .where('revision', '=', payout.revision)
    .where('act', '=', 'approve')
    .execute()
  return rows.map(({ by_user }) => by_user)
}
