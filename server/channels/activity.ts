import { dayAfter, dayAt, startOfDay } from '#contract/kit/zoned-day.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { keptOf } from '#server/rollups/asked.ts'
import { sumsOf } from '#server/rollups/roll-ups.ts'

/** What a channel has done. */
export interface Activity {
  /** Of the payments created today that have ended, how many were paid. */
  today: { ended: number; paid: number }
  lastPaymentAt: Date | null
}

/** What the owner's channels have done, by key; a channel that is not in it has done nothing. */
export async function activityOf(ctx: Ctx, channelKeys: readonly string[]): Promise<Map<string, Activity>> {
  const [sums, last] = await Promise.all([sumsOfToday(ctx), lastPayments(ctx, channelKeys)])
  return new Map(
    channelKeys.map((key) => {
      const count = (statuses: readonly string[]) =>
        sums.reduce(
          (sum, { channel_key, status, payments }) =>
            channel_key === key && statuses.includes(status) ? sum + payments : sum,
          0,
        )
      const today = { ended: count(['Success', 'Failed', 'Expired']), paid: count(['Success']) }
      return [key, { today, lastPaymentAt: last.get(key) ?? null }]
    }),
  )
}

async function sumsOfToday(ctx: Ctx) {
  const { merchantId, environment } = ctx.owner
  const { time_zone: zone } = await merchantOf(ctx)
  const today = dayAt(ctx.now, zone)
  const kept = await keptOf(ctx, [merchantId], zone)
  const asked = {
    kept,
    unkept: kept.length > 0 ? [] : [merchantId],
    environment,
    currency: null,
    zone: { name: zone, sql: zone },
  }
  const stretch = { from: startOfDay(today, zone), to: startOfDay(dayAfter(today, 1), zone) }
  return sumsOf(ctx, asked, stretch, { by: ['status', 'channel_key'] })
}

/**
 * When each channel last took a payment. Payments have no index by channel: a channel's newest is among the newest of all, or
 * in the last of its days by the roll-ups. Indexes: payments_by_status, primary key of payment_days.
 */
async function lastPayments(ctx: Ctx, channelKeys: readonly string[]): Promise<Map<string, Date>> {
  const { merchantId, environment } = ctx.owner
  const owner = [merchantId, environment]
  const recent = await ctx.tx.query<{ channel_key: string; at: Date }>(
    `select channel_key, max(created_at) as at from (
       select channel_key, created_at from payments where merchant_id = $1 and environment = $2 and status = 'Success'
       order by created_at desc limit 1000
     ) as newest group by channel_key`,
    owner,
  )
  const found = new Map(recent.map(({ channel_key, at }) => [channel_key, at]))
  const quiet = channelKeys.filter((key) => !found.has(key))
  if (recent.length === 0 || quiet.length === 0) return found
  const { time_zone: zone } = await merchantOf(ctx)
  const days = await ctx.tx.query<{ channel_key: string; day: string }>(
    `select channel_key, max(day)::text as day from payment_days where merchant_id = $1 and environment = $2 and time_zone = $3
       and status = 'Success' and channel_key = any ($4::text[]) group by channel_key`,
    [...owner, zone, quiet],
  )
  const older = await Promise.all(
    days.map(({ channel_key, day }) =>
      ctx.tx.query<{ at: Date | null }>(
        `select max(created_at) as at from payments where merchant_id = $1 and environment = $2 and status = 'Success'
           and created_at >= $3 and created_at < $4 and channel_key = $5`,
        [...owner, startOfDay(day, zone), startOfDay(dayAfter(day, 1), zone), channel_key],
      ),
    ),
  )
  for (const [index, { channel_key }] of days.entries()) {
    const at = older[index]?.[0]?.at
    if (at) found.set(channel_key, at)
  }
  return found
}
