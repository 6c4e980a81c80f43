import type { Output } from '#contract/kit/call.ts'
import { limits } from '#contract/limits.ts'
import type { readForecast as declaration } from '#contract/virtual-accounts.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { accountOf } from './queries.ts'

/**
 * What payouts that wait leave of what is available, day by day in the merchant's time zone. One without a time, or whose time is
 * past, counts today. What is set aside is not available any more, and counts nowhere. Index: payouts_of_account.
 */
export async function forecastOf(ctx: Ctx, accountNo: string): Promise<Output<typeof declaration>> {
  const [account, { time_zone: zone }] = await Promise.all([accountOf(ctx, accountNo), merchantOf(ctx)])
  const { currency } = account
  const rows = await ctx.tx.query<{ day: string; leaving: bigint; payouts: bigint }>(
    `with days as (
       select (($4::timestamptz at time zone $5)::date + step)::date as day, step from generate_series(0, $6::integer - 1) step
     ), waiting as (
       select greatest((coalesce(scheduled_time, $4) at time zone $5)::date, ($4::timestamptz at time zone $5)::date) as day,
         amount_minor + case when fee_payer = 'SENDER' then fee_minor + fee_tax_minor else 0 end as total
       from payouts
       where merchant_id = $1 and environment = $2 and virtual_account_no = $3
         and status in ('Created', 'Verified', 'Scheduled', 'Queued') and reserved_minor = 0
     )
     select to_char(days.day, 'YYYY-MM-DD') as day, coalesce(sum(total), 0)::bigint as leaving, count(total) as payouts
     from days left join waiting on waiting.day = days.day group by days.day order by days.day`,
    [ctx.owner.merchantId, ctx.owner.environment, accountNo, ctx.now, zone, limits.forecastDays],
  )
  let available = account.available_balance
  return rows.map(({ day, leaving, payouts }) => {
    available -= leaving
    return { day, leaving, payouts: Number(payouts), available, currency }
  })
}
