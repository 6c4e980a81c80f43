import { sql } from 'kysely'
import type { Input } from '#contract/kit/call.ts'
import { dayAfter, dayAt, type Day } from '#contract/kit/zoned-day.ts'
import { bucketOfAge } from '#contract/recon-report-kinds.ts'
import type { ReconAnalytics, readReconAnalytics } from '#contract/recon-analytics.ts'
import { reconDaysOf } from '#contract/recon-dashboard-shapes.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { exactOf, exactText } from '#server/recon-files/read/exact.ts'
import { answeredPairs } from '#server/recon-records/summary.ts'
import { ageing } from './ages.ts'
import { delaysOf } from './delays.ts'
import { currenciesOf, feesOf, matchRateOf, type Period } from './figures.ts'
import { conversionOf } from './conversion.ts'
import { underWayOf } from './under-way.ts'

type Asked = Input<typeof readReconAnalytics>['body']

/** How reconciliation goes in one currency. Throws `reconInProgress` where no pair has an answer, and `channelUnknown`. */
export async function analyse(ctx: Ctx, asked: Asked): Promise<ReconAnalytics> {
  const pairs = await answeredPairs(ctx, asked.payment_channel_key)
  const { time_zone } = await merchantOf(ctx)
  const today = dayAt(ctx.now, time_zone)
  const { from, to } = reconDaysOf(asked, time_zone)
  const period = { from: from ?? dayAfter(to ?? today, -usualDays), to: to ?? dayAfter(today, 1), pairs }
  const currencies = await currenciesOf(ctx, period)
  const currency = asked.currency || (currencies[0] ?? '')
  const of: Period = { ...period, currency }
  const [match_rate, exceptions, days_to_settlement, fees, conversion, under_way] = await Promise.all([
    matchRateOf(ctx, of),
    exceptionsOf(ctx, of),
    delaysOf(ctx, of),
    feesOf(ctx, of),
    conversionOf(ctx, of),
    underWayOf(ctx, of, today),
  ])
  return {
    time_zone, from: of.from, to: of.to, currencies, currency, channels: [...new Set(pairs.map(({ channel }) => channel))].toSorted(),
    match_rate, exceptions, days_to_settlement, fees, conversion, under_way,
  } // prettier-ignore
}
const usualDays = 30

/** What is open by reason and age. Index: recon_outcomes_open. */
async function exceptionsOf(ctx: Ctx, { pairs, currency }: Period): Promise<ReconAnalytics['exceptions']> {
  const { merchantId, environment } = ctx.owner
  const ids = pairs.map(({ msm_id }) => msm_id)
  type Found = Pick<ReconAnalytics['exceptions'][number], 'status' | 'count' | 'amount'> & { day: Day | null }
  const { rows } = await sql<Found>`select status, coalesce(day, booked_on)::text as day, count(*)::integer as count,
      trim_scale(coalesce(sum(abs(gross)), 0))::text as amount
    from recon_outcomes where merchant_id = ${merchantId} and environment = ${environment} and until_run = 2147483647 and is_open and is_lead
      and msm_id = any (${ids}::integer[]) and currency = ${currency}
    group by status, coalesce(day, booked_on)`.execute(ctx.db)
  const ageOf = await ageing(ctx)
  const sums = new Map<string, ReconAnalytics['exceptions'][number]>()
  for (const { status, day, count, amount } of rows) {
    const age = bucketOfAge(day === null ? 0 : ageOf(day))
    const sum = sums.get(`${status} ${age}`) ?? { status, age, count: 0, amount: '0' }
    sums.set(`${status} ${age}`, { ...sum, count: sum.count + count, amount: plus(sum.amount, amount) })
  }
  return [...sums.values()]
}
const plus = (one: string, other: string): string => exactText((exactOf(one) ?? 0n) + (exactOf(other) ?? 0n))
