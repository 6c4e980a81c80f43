import type { Ctx } from '#server/kit/ctx.ts'
import type { PayoutRow } from '#server/payout-store/rows.ts'
import type { Plan } from './plan.ts'

export async function refuseBeyondLimits(_ctx: Ctx, _plan: Plan, _at: string): Promise<void> {}
export async function countLimits(_ctx: Ctx, _payout: PayoutRow): Promise<{ until: Date } | null> {
  return null
}
export async function uncountLimits(_ctx: Ctx, _payout: PayoutRow): Promise<void> {}
