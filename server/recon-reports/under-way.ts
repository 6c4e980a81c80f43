import { sql } from 'kysely'
import type { Day } from '#contract/kit/zoned-day.ts'
import { dayAfter } from '#contract/kit/zoned-day.ts'
import type { ReconAnalytics } from '#contract/recon-analytics.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { workingDays } from '#server/recon-calendar/working-days.ts'
import { exactOf, exactText } from '#server/recon-files/read/exact.ts'
import { withChannel, type Period } from './figures.ts'

type Sum = ReconAnalytics['under_way']['late']
const nothing: Sum = { count: 0, amount: '0' }
const plus = (one: Sum, other: Sum): Sum => ({
  count: one.count + other.count,
  amount: exactText((exactOf(one.amount) ?? 0n) + (exactOf(other.amount) ?? 0n)),
})

/** What has no settlement yet, by the day that it is due; what nobody expects any more is no money under way. Index: recon_outcomes_due. */
export async function underWayOf(ctx: Ctx, of: Period, today: Day): Promise<ReconAnalytics['under_way']> {
  const { merchantId, environment } = ctx.owner
  const ids = of.pairs.map(({ msm_id }) => msm_id)
  const { rows } = await sql<Sum & { due_on: Day; channel: string }>`
    select o.due_on::text as due_on, pair.channel, count(*)::integer as count, trim_scale(coalesce(sum(o.gross), 0))::text as amount
    from recon_outcomes o ${withChannel(of, sql`o.msm_id`)}
    where o.merchant_id = ${merchantId} and o.environment = ${environment} and o.msm_id = any (${ids}::integer[]) and o.until_run = 2147483647
      and o.side = 'a' and o.due_on is not null and o.currency = ${of.currency}
      and (o.status = 'expected' or (o.status = 'missing_in_settlement' and o.is_open))
    group by o.due_on, pair.channel order by o.due_on, pair.channel`.execute(ctx.db)
  const calendar = await workingDays(ctx)
  const working_days: Day[] = []
  for (let day = calendar.after(today, 0); working_days.length < daysAhead; day = calendar.after(dayAfter(day, 1), 0)) working_days.push(day)
  const last = working_days.at(-1) as Day
  const within = (is: (day: Day) => boolean) => rows.filter(({ due_on }) => is(due_on))
  return {
    days: within((day) => day >= today && day <= last),
    working_days,
    later: within((day) => day > last).reduce<Sum>(plus, nothing),
    late: within((day) => day < today).reduce<Sum>(plus, nothing),
  }
} // prettier-ignore
const daysAhead = 14
