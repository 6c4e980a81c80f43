import type { Input } from '#contract/kit/call.ts'
import { Fault } from '#contract/faults.ts'
import { decimalText } from '#contract/kit/money.ts'
import type { createPayout as declaration } from '#contract/payouts.ts'
import type { PayoutWish } from '#contract/payout-wish.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { PayoutRow } from '#server/payout-store/rows.ts'
import { wirePayout } from '#server/payout-store/wire.ts'
import { refuseDuplicate } from './duplicates.ts'
import { insertPlan, type Origin } from './insert.ts'
import { refuseBeyondLimits } from './limits.ts'
import { planPayout, type PlanFor } from './plan.ts'
import { checkSignature } from './signed-wish.ts'

/** Makes the payouts of a request, all or none. Throws the call's faults, at the field of the payout that they are about. */
export async function createPayouts(ctx: Ctx, body: Input<typeof declaration>['body']) {
  const { txn_details: details, signature_hash: beside, channel_key: channelKey, split_payouts: split } = body
  const wishes: readonly PayoutWish[] = Array.isArray(details) ? details : [details]
  const made: PayoutRow[] = []
  for (const [index, wish] of wishes.entries()) {
    const at = Array.isArray(details) ? `txn_details.${index}.` : 'txn_details.'
    await checkSignature(ctx, wish, Array.isArray(details) ? undefined : beside, at)
    made.push(...(await createOne(ctx, wish, { at, channelKey, split })))
  }
  const [first] = made
  if (first) ctx.auditSubject(first.txn_ref, madeAs(factsOf(made)))
  return made.map((payout) => wirePayout(ctx, payout))
}

/** Makes one payout, or those that its amount is cut into. For sheets, too, which sign nothing. */
export async function createOne(ctx: Ctx, wish: PayoutWish, of: PlanFor, origin: Origin = {}): Promise<PayoutRow[]> {
  const plan = await planPayout(ctx, wish, of)
  await refuseBeyondLimits(ctx, plan, of.at)
  await refuseDuplicate(ctx, plan, { at: of.at, except: origin.paysAgain })
  try {
    return await insertPlan(ctx, plan, origin)
  } catch (error) {
    throw error instanceof Fault ? under(error, of.at) : error
  }
}

/** The fault with its fields under the path of the wish. */
const under = (fault: Fault, at: string): Fault =>
  new Fault(fault.fault, { errors: (fault.errors ?? []).map((error) => ({ ...error, path: `${at}${error.path}` })) })

const factsOf = (made: readonly PayoutRow[]) => {
  const [first] = made as [PayoutRow]
  return {
    merchant_txn_ref: first.merchant_txn_ref,
    amount: decimalText(first.amount_minor, first.currency),
    currency: first.currency,
    beneficiary: first.beneficiary_name,
    to_account_no: first.last_four,
    vaaccount_no: first.virtual_account_no,
    reason: first.duplicate_reason,
    ...(made.length > 1 && { payouts: made.map(({ txn_ref }) => txn_ref).join(', ') }),
  }
}
