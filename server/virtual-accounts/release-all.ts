import type { Ctx } from '#server/kit/ctx.ts'
import { releasePayouts } from '#server/payout-store/release-job.ts'

/** Lets the payouts of all open accounts of the owner leave, after what held them is lifted. */
export async function releaseAll(ctx: Ctx): Promise<void> {
  const open = await ctx.own.select('virtual_accounts').select('account_no').where('end_date', 'is', null).execute()
  for (const { account_no: accountNo } of open) ctx.enqueue(releasePayouts, { accountNo })
}
