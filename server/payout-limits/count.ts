import { sql } from 'kysely'
import type { LimitOf } from '#contract/payout-limits.ts'
import type { Currency } from '#contract/kit/money.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { memo } from '#server/kit/db/memo.ts'
import { listLimits, lockSettings } from './limit-rows.ts'
import { beyondLimits, limitsFor, periodsAt, subjectsOf, type Beyond, type Limited } from './within.ts'

/**
 * The limits that a payout would go beyond if it left at a moment; none where it may leave.
 * @param payout of one that is cut into several, the sum.
 */
export async function checkLimits(ctx: Ctx, payout: Limited, at: Date): Promise<Beyond[]> {
  return beyond(ctx, payout, at, await memo(ctx, 'payout limits', () => listLimits(ctx)))
}

/**
 * Counts a payout, ahead of what sets its money aside: every day and month of its account, beneficiary, makers and approvers has it from
 * then on. Counts nothing and returns the limits that it would go beyond, where there are any. Counted before, it stays as it was.
 */
export async function countLimits(ctx: Ctx, payout: Limited & { txnRef: string }): Promise<Beyond[]> {
  const limits = await memo(ctx, 'payout limits, locked', async () => {
    await lockSettings(ctx)
    return listLimits(ctx)
  })
  const over = await beyond(ctx, payout, ctx.now, limits)
  if (over.length > 0) return over
  const periods = periodsAt(ctx.now, (await merchantOf(ctx)).time_zone)
  const subjects = subjectsOf(payout)
  const { txnRef: txn_ref, currency, amountMinor } = payout
  const counted = await ctx.own
    .insert('payout_counts', {
      txn_ref,
      currency,
      amount_minor: amountMinor,
      subjects: JSON.stringify(subjects),
      day_starts_at: periods.day.startsAt,
      month_starts_at: periods.month.startsAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('txn_ref')
    .executeTakeFirst()
  if (!counted) return []
  const rows = subjects.flatMap(({ of: limit_of, subject }) =>
    limitCounted.map((period) => {
      const { startsAt: starts_at, endsAt: ends_at } = periods[period]
      return { limit_of, subject, currency, period, starts_at, ends_at, counted_minor: amountMinor }
    }),
  )
  ctx.write(
    ctx.own
      .insert('payout_counters', rows)
      .onConflict((conflict) =>
        conflict
          .columns(['merchant_id', 'environment', 'limit_of', 'subject', 'currency', 'period', 'starts_at'])
          .doUpdateSet({ counted_minor: sql<bigint>`payout_counters.counted_minor + excluded.counted_minor` }),
      ),
  )
  return []
}
const limitCounted = ['day', 'month'] as const

async function beyond(
  ctx: Ctx,
  payout: Limited,
  at: Date,
  limits: Awaited<ReturnType<typeof listLimits>>,
): Promise<Beyond[]> {
  const found = limitsFor(limits, payout)
  if (found.length === 0) return []
  const { time_zone: timeZone } = await merchantOf(ctx)
  const counted = await countedAt(
    ctx,
    found.map(({ subject }) => subject),
    payout.currency,
    at,
  )
  const sum = (of: LimitOf, subject: string, period: 'day' | 'month') =>
    counted
      .filter((one) => one.limit_of === of && one.subject === subject && one.period === period)
      .reduce((total, one) => total + one.counted_minor, 0n)
  return beyondLimits(found, payout, sum, periodsAt(at, timeZone))
}

/**
 * The counters of some subjects that a moment is in. After a change of the merchant's zone a day of the former zone counts until it is
 * over: nobody gets a second day by it. Index: primary key.
 */
const countedAt = (ctx: Ctx, subjects: readonly string[], currency: Currency, at: Date) =>
  ctx.own
    .select('payout_counters')
    .select(['limit_of', 'subject', 'period', 'counted_minor'])
    .where('subject', 'in', [...new Set(subjects)])
    .where('currency', '=', currency)
    .where('starts_at', '<=', at)
    .where('ends_at', '>', at)
    .execute()
