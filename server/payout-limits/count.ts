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
  const { day, month } = periodsAt(ctx.now, (await merchantOf(ctx)).time_zone)
  const { merchantId, environment } = ctx.owner
  // By hand: one round trip for all counters, and none is touched when the payout was counted before.
  await ctx.tx.query(
    `with counted as (
       insert into payout_counts (merchant_id, environment, txn_ref, currency, amount_minor, subjects, day_starts_at, month_starts_at)
       values ($1, $2, $3, $4, $5, $6, $7, $9) on conflict do nothing returning merchant_id)
     insert into payout_counters (merchant_id, environment, limit_of, subject, currency, period, starts_at, ends_at, counted_minor)
     select c.merchant_id, $2, s.of, s.subject, $4, p.period, p.starts_at, p.ends_at, $5
     from counted c, jsonb_to_recordset($6) as s (of text, subject text),
       (values ('day', $7::timestamptz, $8::timestamptz), ('month', $9::timestamptz, $10::timestamptz)) as p (period, starts_at, ends_at)
     on conflict (merchant_id, environment, limit_of, subject, currency, period, starts_at)
       do update set counted_minor = payout_counters.counted_minor + excluded.counted_minor`,
    [
      merchantId, environment, payout.txnRef, payout.currency, payout.amountMinor, JSON.stringify(subjectsOf(payout)),
      day.startsAt, day.endsAt, month.startsAt, month.endsAt,
    ], // prettier-ignore
  )
  return []
}

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
