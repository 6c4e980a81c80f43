import { memo } from '#server/kit/db/memo.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** Whether payouts of the merchant are verified before they are approved. */
export const isVerifyStepOn = (ctx: Ctx): Promise<boolean> =>
  memo(ctx, 'verify-step', async () => {
    const { verify_payouts_enabled } = await ctx.own
      .select('merchants')
      .select('verify_payouts_enabled')
      .executeTakeFirstOrThrow()
    return verify_payouts_enabled
  })

/** What a created payout waits for. */
export const firstWait = async (ctx: Ctx): Promise<'verification' | 'approval'> =>
  (await isVerifyStepOn(ctx)) ? 'verification' : 'approval'
