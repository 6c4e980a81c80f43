import type { Ctx } from '#server/kit/ctx.ts'
import { releasePayouts } from '#server/payout-store/release-job.ts'

/** Lets payouts to an account or a beneficiary leave, whose hold has ended. Index: payouts_open. */
export async function wakePayouts(ctx: Ctx, of: { accountUuid: string } | { beneficiaryUuid: string }): Promise<void> {
  const rows = await ctx.own
    .select('payouts')
    .select('virtual_account_no')
    .distinct()
    .where('status', 'in', ['Approved', 'Scheduled', 'Queued'])
    .$if('accountUuid' in of, (query) => query.where('account_uuid', '=', 'accountUuid' in of ? of.accountUuid : ''))
    .$if('beneficiaryUuid' in of, (query) =>
      query.where('beneficiary_uuid', '=', 'beneficiaryUuid' in of ? of.beneficiaryUuid : ''),
    )
    .execute()
  for (const { virtual_account_no: accountNo } of rows) ctx.enqueue(releasePayouts, { accountNo })
}
