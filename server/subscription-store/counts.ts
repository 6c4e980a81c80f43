import { dayAt } from '#contract/kit/zoned-day.ts'
import type { Appended } from '#server/kit/db/append.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isCharged, recurringMinor } from './moments.ts'
import type { SubscriptionRow } from './queries.ts'

/** What subscriptions come to, counted as they change: append-only differences, which a job adds up. */

type Delta = Appended<'subscription_deltas'>
const counters = [
  'subscriptions', 'active', 'past_due', 'past_due_minor', 'recurring_minor', 'collected_minor', 'began', 'lost', 'recovered',
  'recovered_minor',
] as const // prettier-ignore
export type Counters = Record<(typeof counters)[number], bigint>

/** Whether it counts as monthly revenue. */
export const isRecurring = (subscription: SubscriptionRow): boolean =>
  isCharged(subscription) &&
  subscription.subscription_type === 'REGULAR' &&
  !subscription.in_trial &&
  subscription.paused_at === null

/** Appends what a change, or the making, of a subscription adds to the counts. */
export function countChange(ctx: Ctx, before: SubscriptionRow | null, after: SubscriptionRow): void {
  const events = eventsOf(before, after)
  // It counts on the day of its last recovery alone, as the list shows it.
  if (events.recovered && before?.recovered_at) append(ctx, before, { ...nothing, recovered: -1n }, before.recovered_at)
  if (before && sameBook(before, after))
    return append(ctx, after, sum(standing(after), negative(standing(before)), events))
  if (before) append(ctx, before, negative(standing(before)))
  append(ctx, after, sum(standing(after), events))
}

const sameBook = (a: SubscriptionRow, b: SubscriptionRow): boolean =>
  a.price_ref === b.price_ref && a.period === b.period && a.frequency === b.frequency

const nothing = Object.fromEntries(counters.map((name) => [name, 0n])) as Counters
const negative = (one: Counters): Counters => each((name) => -one[name])
const sum = (...all: Counters[]): Counters => each((name) => all.reduce((total, one) => total + one[name], 0n))
const each = (of: (name: keyof Counters) => bigint): Counters =>
  Object.fromEntries(counters.map((name) => [name, of(name)])) as Counters

const standing = (one: SubscriptionRow): Counters => ({
  ...nothing,
  subscriptions: 1n,
  active: one.status === 'active' ? 1n : 0n,
  past_due: one.status === 'past_due' ? 1n : 0n,
  past_due_minor: isCharged(one) ? one.past_due_minor : 0n,
  recurring_minor: isRecurring(one) ? recurringMinor(one) : 0n,
  collected_minor: one.collected_minor,
})

const eventsOf = (before: SubscriptionRow | null, after: SubscriptionRow): Counters => {
  const recovers = before?.status === 'past_due' && after.status === 'active'
  return {
    ...nothing,
    began: before?.status === 'created' && isCharged(after) ? 1n : 0n,
    lost: before && isCharged(before) && after.status === 'cancelled' ? 1n : 0n,
    recovered: recovers ? 1n : 0n,
    recovered_minor: recovers ? before.past_due_minor : 0n,
  }
}

function append(
  ctx: Ctx,
  { price_ref, currency, period, frequency, time_zone }: SubscriptionRow,
  counted: Counters,
  at: Date = ctx.now,
) {
  if (counters.every((name) => counted[name] === 0n)) return
  const row: Delta = {
    price_ref,
    currency,
    period: period ?? '',
    frequency: frequency ?? 0,
    day: dayAt(at, time_zone),
    ...counted,
  }
  ctx.append('subscription_deltas', row)
}
