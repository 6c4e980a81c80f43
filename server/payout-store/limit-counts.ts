import type { Ctx } from '#server/kit/ctx.ts'
import { memo } from '#server/kit/db/memo.ts'

/**
 * Takes a payout out of the counters that have it, ahead of what makes its money available again: in a day and month that are not over,
 * others may leave in its place. Nothing happens to one that was not counted. Locks come in this order: payouts, limits, virtual accounts.
 */
export async function giveBackLimits(ctx: Ctx, txnRef: string): Promise<void> {
  await memo(ctx, 'payout limits, locked to give back', () =>
    ctx.own.select('payout_limit_settings').select('version').forUpdate().execute(),
  )
  const { merchantId, environment } = ctx.owner
  await ctx.tx.query(
    `with gone as (
       delete from payout_counts where merchant_id = $1 and environment = $2 and txn_ref = $3
       returning currency, amount_minor, subjects, day_starts_at, month_starts_at)
     update payout_counters c set counted_minor = c.counted_minor - g.amount_minor
     from gone g, jsonb_to_recordset(g.subjects) as s (of text, subject text)
     where c.merchant_id = $1 and c.environment = $2 and c.limit_of = s.of and c.subject = s.subject and c.currency = g.currency
       and c.starts_at = case when c.period = 'day' then g.day_starts_at else g.month_starts_at end`,
    [merchantId, environment, txnRef],
  )
}
