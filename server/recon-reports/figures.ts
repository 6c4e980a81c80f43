import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { Day } from '#contract/kit/zoned-day.ts'
import { statusesInMatch, typesChosen, type ReconDate } from '#contract/recon-dashboard-shapes.ts'
import type { ReconAnalytics } from '#contract/recon-analytics.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { oneOf } from '#server/kit/lists/list.ts'
import { withinDays } from '#server/recon-records/conditions.ts'
import { sumsOf } from '#server/recon-records/sums.ts'

/** The days, pairs and currency that figures are of. */
export interface Period {
  from: Day
  to: Day
  pairs: readonly { msm_id: number; channel: string }[]
  currency: string
}
type Unmeasured = Omit<Period, 'currency'>

/** The day sums of the period with the channel of each, as `s`. */
export function sumsWithin(
  ctx: Ctx,
  { from, to, pairs }: Unmeasured,
  by: ReconDate,
  conditions: readonly Expression<SqlBool>[],
): RawBuilder<unknown> {
  const ids = pairs.map(({ msm_id }) => msm_id)
  const sums = sumsOf(ctx, { msm_ids: ids, asOfRun: null }, by, (day) => [...withinDays(day, { from, to }), ...conditions])
  return sql`(select sums.*, pair.channel from (${sums}) sums ${withChannel({ pairs }, sql`sums.msm_id`)}) s`
} // prettier-ignore

export const withChannel = ({ pairs }: Pick<Period, 'pairs'>, id: RawBuilder<unknown>): RawBuilder<unknown> => {
  const ids = pairs.map(({ msm_id }) => msm_id)
  const channels = pairs.map(({ channel }) => channel)
  return sql`join unnest(${ids}::integer[], ${channels}::text[]) pair (id, channel) on pair.id = ${id}`
}

const inMatch = oneOf('status', [...statusesInMatch])
const ofMoney = oneOf('type', [...typesChosen.payment, ...typesChosen.refund])
const percentOf = (part: string, whole: string) =>
  sql.raw(`trim_scale(round(100.0 * ${part} / nullif(${whole}, 0), 4))::text`)

/** Currencies of the period, the most frequent first. */
export async function currenciesOf(ctx: Ctx, period: Unmeasured): Promise<string[]> {
  const sums = sumsWithin(ctx, period, 'transaction', [])
  const { rows } = await sql<{ currency: string }>`select currency from ${sums} where currency <> '' group by currency
    order by sum(records) desc, currency`.execute(ctx.db)
  return rows.map(({ currency }) => currency)
}

/** Of own payments and refunds that should be settled by now, how many are matched. */
export async function matchRateOf(ctx: Ctx, of: Period): Promise<ReconAnalytics['match_rate']> {
  const conditions = [sql<SqlBool>`side = 'a'`, ofMoney, sql<SqlBool>`status <> 'expected'`, isOf(of)]
  const { rows } = await sql<ReconAnalytics['match_rate'][number]>`
    select date, channel, records, matched, ${percentOf('matched', 'records')} as percent from (
      select day::text as date, channel, sum(records)::integer as records, coalesce(sum(records) filter (where ${inMatch}), 0)::integer as matched
      from ${sumsWithin(ctx, of, 'transaction', conditions)} group by day, channel) d
    order by date, channel`.execute(ctx.db)
  return rows
}

/** What was charged of matched payments, against what was agreed. Charges in another currency are no percent of the amount. */
export async function feesOf(ctx: Ctx, of: Period): Promise<ReconAnalytics['fees']> {
  const conditions = [sql<SqlBool>`side = 'b'`, oneOf('type', [...typesChosen.payment]), inMatch, isOf(of), sql<SqlBool>`fee_currency = currency`] // prettier-ignore
  const { rows } = await sql<ReconAnalytics['fees'][number]>`
    select date, channel, records, not_planned, trim_scale(volume)::text as volume, trim_scale(charged)::text as charged, trim_scale(agreed)::text as agreed,
      ${percentOf('charged', 'volume')} as charged_percent, ${percentOf('agreed', 'volume')} as agreed_percent from (
      select day::text as date, channel, sum(planned)::integer as records, sum(records - planned)::integer as not_planned, sum(planned_gross) as volume,
        sum(planned_charges) as charged, sum(expected_charges) as agreed
      from ${sumsWithin(ctx, of, 'settlement', conditions)} group by day, channel) d
    order by date, channel`.execute(ctx.db)
  return rows
}

export const isOf = ({ currency }: Pick<Period, 'currency'>): Expression<SqlBool> => sql`currency = ${currency}`
