import { defaultRetryRules, type RetryRules } from '#contract/subscription-retries.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { memo } from '#server/kit/db/memo.ts'

/** The retry rules of the merchant; revision 0 where none are set yet. */
export async function readRules(ctx: Ctx): Promise<RetryRules & { revision: number }> {
  const row = await ctx.own
    .select('subscription_settings')
    .select(['revision', 'retry_days', 'last_act'])
    .executeTakeFirst()
  return row
    ? { revision: row.revision, days: row.retry_days, last_act: row.last_act }
    : { ...defaultRetryRules, revision: 0 }
}
/** The same, read once in a transaction. */
export const rulesOf = (ctx: Ctx): Promise<RetryRules> => memo(ctx, 'retry rules', () => readRules(ctx))
