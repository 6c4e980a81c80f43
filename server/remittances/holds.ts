import { hasFallen, type Rate } from '#contract/exchange-rates.ts'
import type { RemittanceHold } from '#contract/remittance-states.ts'
import type { AccountForRemittance } from '#server/remittance-accounts/account-for-remittance.ts'
import { isActive } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { freezeOf } from '#server/ledger/freeze-payouts.ts'
import { undecidedMatches } from './screening.ts'

/** One thing that keeps a settlement from being sent, and until when, where that is known. */
export interface Hold {
  hold: RemittanceHold
  until: Date | null
  /** Of `screening`: what has to be looked at. */
  matches?: readonly string[]
}

/** Everything but the rate that keeps a settlement from being sent at this moment. */
export async function holdsOf(ctx: Ctx, account: AccountForRemittance | null): Promise<Hold[]> {
  const [frozen, active] = [await freezeOf(ctx), await isActive(ctx)]
  const matches = account ? await undecidedMatches(ctx, account) : []
  const of = (hold: RemittanceHold, until: Date | null = null): Hold => ({ hold, until })
  return [
    ...(frozen ? [of('ledger_frozen')] : []),
    ...(active ? [] : [of('merchant_inactive')]),
    ...(account ? [] : [of('account_missing')]),
    ...(account?.waitsUntil ? [of('account_waits', account.waitsUntil)] : []),
    ...(account?.nameCheck === 'NO_MATCH' ? [of('name_differs')] : []),
    ...(matches.length > 0 ? [{ ...of('screening'), matches }] : []),
  ]
}

/** Whether a rate is so much worse than at the cut that an administrator has to agree; one who has agreed to as bad a rate has done so. */
export const hasMoved = (
  rate: Rate,
  { atCut, accepted, tolerance }: { atCut: Rate; accepted: Rate | null; tolerance: string },
): boolean => hasFallen(rate, atCut, tolerance) && (accepted === null || rate < accepted)
