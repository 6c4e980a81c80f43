import { sql } from 'kysely'
import type { LimitOf } from '#contract/payout-limits.ts'
import type { Currency } from '#contract/kit/money.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { memo } from '#server/kit/db/memo.ts'
import type { OwnRow } from '#server/kit/db/own.ts'
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
  const limits = await lockedLimits(ctx)
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
  addToCounters(ctx, rows)
  return []
}
const limitCounted = ['day', 'month'] as const

const lockedLimits = (ctx: Ctx) =>
  memo(ctx, 'payout limits, locked', async () => {
    await lockSettings(ctx)
    return listLimits(ctx)
  })

/** Whether payouts of one currency may all leave now, one after the other. Nothing is counted, and nobody else counts until the commit. */
export async function haveRoom(ctx: Ctx, payouts: readonly Limited[]): Promise<boolean> {
  const limits = await lockedLimits(ctx)
  const found = payouts.map((payout) => ({ payout, limited: limitsFor(limits, payout) }))
  const subjects = found.flatMap(({ limited }) => limited.map(({ subject }) => subject))
  const [first] = payouts
  if (!first || subjects.length === 0) return true
  const periods = periodsAt(ctx.now, (await merchantOf(ctx)).time_zone)
  const sums = new Map<string, bigint>()
  const add = (of: LimitOf, subject: string, period: string, minor: bigint) => {
    const key = `${of} ${subject} ${period}`
    sums.set(key, (sums.get(key) ?? 0n) + minor)
  }
  for (const { limit_of, subject, period, counted_minor } of await countedAt(ctx, subjects, first.currency, ctx.now))
    add(limit_of, subject, period, counted_minor)
  const sum = (of: LimitOf, subject: string, period: string) => sums.get(`${of} ${subject} ${period}`) ?? 0n
  for (const { payout, limited } of found) {
    if (beyondLimits(limited, payout, sum, periods).length > 0) return false
    for (const { of, subject } of limited)
      for (const period of limitCounted) add(of, subject, period, payout.amountMinor)
  }
  return true
}

/** Counts payouts of one currency that {@link haveRoom} has let pass. One that was counted before stays as it was. */
export async function countAll(ctx: Ctx, payouts: readonly (Limited & { txnRef: string })[]): Promise<void> {
  const periods = periodsAt(ctx.now, (await merchantOf(ctx)).time_zone)
  const rows = payouts.map((payout) => ({
    txn_ref: payout.txnRef,
    currency: payout.currency,
    amount_minor: payout.amountMinor,
    subjects: JSON.stringify(subjectsOf(payout)),
    day_starts_at: periods.day.startsAt,
    month_starts_at: periods.month.startsAt,
  }))
  const inserted = await ctx.own
    .insert('payout_counts', rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('txn_ref')
    .execute()
  const isNew = new Set(inserted.map(({ txn_ref }) => txn_ref))
  const sums = new Map<string, OwnRow<'payout_counters'> & { counted_minor: bigint }>()
  for (const payout of payouts)
    for (const { of: limit_of, subject } of isNew.has(payout.txnRef) ? subjectsOf(payout) : [])
      for (const period of limitCounted) {
        const { startsAt: starts_at, endsAt: ends_at } = periods[period]
        const row = { limit_of, subject, currency: payout.currency, period, starts_at, ends_at }
        const key = `${limit_of} ${subject} ${period}`
        sums.set(key, { ...row, counted_minor: (sums.get(key)?.counted_minor ?? 0n) + payout.amountMinor })
      }
  if (sums.size > 0) addToCounters(ctx, [...sums.values()])
}

const addToCounters = (ctx: Ctx, rows: readonly OwnRow<'payout_counters'>[]): void =>
  ctx.write(
    ctx.own
      .insert('payout_counters', rows)
      .onConflict((conflict) =>
        conflict
          .columns(['merchant_id', 'environment', 'limit_of', 'subject', 'currency', 'period', 'starts_at'])
          .doUpdateSet({ counted_minor: sql<bigint>`payout_counters.counted_minor + excluded.counted_minor` }),
      ),
  )

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
