import { sql, type SqlBool } from 'kysely'
import { statusesInMatch, typesChosen } from '#contract/recon-dashboard-shapes.ts'
import type { ReconAnalytics } from '#contract/recon-analytics.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { oneOf } from '#server/kit/lists/list.ts'
import { isOf, sumsWithin, type Period } from './figures.ts'

/**
 * What payments came to in another currency. The rate is what was paid out before charges, divided by the amounts; the cost is what the best
 * rate of the same day, over all channels and accounts, would have brought more.
 */
export async function conversionOf(ctx: Ctx, of: Period): Promise<ReconAnalytics['conversion']> {
  const conditions = [
    sql<SqlBool>`side = 'b'`,
    oneOf('type', [...typesChosen.payment]),
    oneOf('status', [...statusesInMatch]),
    isOf(of),
    sql<SqlBool>`fee_currency <> currency and fee_currency <> ''`,
  ]
  const { rows } = await sql<ReconAnalytics['conversion'][number]>`
    with lines as (
      select day, channel, account_id, fee_currency, sum(records)::integer as records, sum(gross) as amount, sum(net + fee + tax + passed_on) as paid
      from ${sumsWithin(ctx, of, 'settlement', conditions)} group by day, channel, account_id, fee_currency having sum(gross) > 0),
      rated as (select *, max(paid / amount) over (partition by day, fee_currency) as best from lines),
      days as (select day, channel, fee_currency, best, sum(records)::integer as records, sum(amount) as amount, sum(paid) as paid
        from rated group by day, channel, fee_currency, best)
    select day::text as date, channel, fee_currency as "to", records, trim_scale(amount)::text as amount, trim_scale(paid)::text as paid,
      trim_scale(round(paid / amount, 8))::text as rate, trim_scale(round(best, 8))::text as best_rate,
      trim_scale(round(amount * best - paid, 8))::text as cost, trim_scale(round(100 * (amount * best - paid) / nullif(amount * best, 0), 4))::text as percent
    from days order by date, channel, fee_currency`.execute(ctx.db)
  return rows
}
