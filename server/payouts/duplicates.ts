import { Fault } from '#contract/faults.ts'
import type { Currency } from '#contract/kit/money.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Plan } from './plan.ts'

interface Same {
  digest: string
  amountMinor: bigint
  currency: Currency
}

/** Payouts of an amount to an account in the last 72 hours that were not called off and did not fail, newest first. Index: payouts_same_account. */
export const duplicatesOf = (ctx: Ctx, { digest, amountMinor, currency }: Same) =>
  ctx.own
    .select('payouts')
    .select(['txn_ref', 'merchant_txn_ref', 'created_at', 'pays_again'])
    .where('account_digest', '=', digest)
    .where('created_at', '>', new Date(ctx.now.getTime() - limits.payoutDuplicateHours * 3_600_000))
    .where('amount_minor', '=', amountMinor)
    .where('currency', '=', currency)
    .where('status', 'not in', ['Cancelled', 'Rejected', 'Failed'])
    .orderBy('created_at', 'desc')
    .orderBy('txn_ref')
    .limit(10)
    .execute()

/**
 * Refuses a payout that may repeat another one, unless its maker has given a reason. Throws `possibleDuplicate`, with the other's
 * reference.
 * @param except the payout itself, or the one that it pays again.
 */
export async function refuseDuplicate(
  ctx: Ctx,
  { wish, to, parts }: Plan,
  { at, except }: { at: string; except?: string | undefined },
): Promise<void> {
  if (wish.reason) return
  for (const amountMinor of new Set(parts.map((part) => part.amountMinor))) {
    const found = await duplicatesOf(ctx, { digest: to.digest, amountMinor, currency: wish.currency })
    const other = found.find(({ txn_ref }) => txn_ref !== except)
    if (other)
      throw new Fault('possibleDuplicate', {
        errors: [
          {
            path: `${at}reason`,
            reason: 'possible_duplicate',
            params: { txn_ref: other.txn_ref, merchant_txn_ref: other.merchant_txn_ref },
            text: `It may repeat ${other.merchant_txn_ref}.`,
          },
        ],
      })
  }
}
