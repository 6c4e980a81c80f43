import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { memo } from '#server/kit/db/memo.ts'

/** How long nothing is paid to a new or changed account: the merchant's own setting, else 24 hours in live mode. */
export const waitingHours = (ctx: Ctx): Promise<number> =>
  memo(ctx, `waiting-hours ${ctx.owner.merchantId} ${ctx.owner.environment}`, async () => {
    const row = await ctx.own.select('beneficiary_settings').select('waiting_hours').executeTakeFirst()
    return row?.waiting_hours ?? (ctx.owner.environment === 'live' ? limits.accountWaitHours : 0)
  })

/** Until when a new or changed account waits; null for not at all. */
export async function waitsUntil(ctx: Ctx): Promise<Date | null> {
  const hours = await waitingHours(ctx)
  return hours === 0 ? null : new Date(ctx.now.getTime() + hours * 3_600_000)
}
