import { sql } from 'kysely'
import { dayAfter, type Day } from '#contract/kit/zoned-day.ts'
import type { ReconAnalytics } from '#contract/recon-analytics.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { listPlans } from '#server/fees/plan-rows.ts'
import { workingDays } from '#server/recon-calendar/working-days.ts'
import { withChannel, type Period } from './figures.ts'

/** How many working days payments took to be settled, against the most that the plans of their channel allow. Index: primary key. */
export async function delaysOf(ctx: Ctx, of: Period): Promise<ReconAnalytics['days_to_settlement']> {
  const { merchantId, environment } = ctx.owner
  const ids = of.pairs.map(({ msm_id }) => msm_id)
  const { rows } = await sql<{ day: Day; settled_on: Day; channel: string; records: number }>`
    select d.day::text as day, d.settled_on::text as settled_on, pair.channel, sum(d.records)::integer as records
    from recon_delays d ${withChannel(of, sql`d.msm_id`)}
    where d.merchant_id = ${merchantId} and d.environment = ${environment} and d.msm_id = any (${ids}::integer[])
      and d.day >= cast(${of.from} as date) and d.day < cast(${of.to} as date) and d.currency = ${of.currency}
    group by d.day, d.settled_on, pair.channel`.execute(ctx.db)
  const { isWorking } = await workingDays(ctx)
  const between = (from: Day, to: Day) => {
    let days = 0
    for (let day = dayAfter(from, 1); day <= to; day = dayAfter(day, 1)) if (isWorking(day)) days += 1
    return days
  }
  const agreed = new Map<string, number>()
  for (const channel of new Set(of.pairs.map((pair) => pair.channel))) agreed.set(channel, await agreedDays(ctx, channel))
  const sums = new Map<string, ReconAnalytics['days_to_settlement'][number]>()
  for (const { day, settled_on, channel, records } of rows) {
    const days = between(day, settled_on)
    const most = agreed.get(channel) ?? daysWithoutPlan
    const sum = sums.get(`${channel} ${days}`) ?? { channel, days, records: 0, agreed: most, late: days > most }
    sums.set(`${channel} ${days}`, { ...sum, records: sum.records + records })
  }
  return [...sums.values()].toSorted((a, b) => (a.channel === b.channel ? a.days - b.days : a.channel < b.channel ? -1 : 1))
} // prettier-ignore

const daysWithoutPlan = 5
async function agreedDays(ctx: Ctx, channel: string): Promise<number> {
  const days = (await listPlans(ctx, channel)).map(({ settlement_days }) => settlement_days)
  return days.length === 0 ? daysWithoutPlan : Math.max(...days)
}
