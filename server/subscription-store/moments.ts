import { chargedStates, subscriptionStates } from '#contract/subscription-states.ts'
import { boundaryAt, periodsFrom, type Calendar, type PeriodTimes } from './calendar.ts'
import type { SubscriptionRow } from './queries.ts'

/** What of a subscription follows from the rest of it: when something is due, and what. */

/** The calendar of a subscription whose anchor is known; null of one on demand, and before. */
export function calendarOf({
  anchor,
  time_zone: timeZone,
  frequency,
  period,
}: Pick<SubscriptionRow, 'anchor' | 'time_zone' | 'frequency' | 'period'>): Calendar | null {
  return anchor && frequency !== null && period !== null ? { anchor, timeZone, frequency, period } : null
}

/** When period `n` begins and ends. Numbers go on where another rhythm has begun a calendar of its own. */
export function periodOf(subscription: SubscriptionRow, calendar: Calendar, n: number): PeriodTimes {
  const [times] = periodsFrom(calendar, n - subscription.anchor_period, 1)
  if (!times) throw new RangeError(`no period ${n}`)
  return { ...times, n }
}
/** When period `n` begins. */
export const startOf = (subscription: SubscriptionRow, calendar: Calendar, n: number): Date =>
  boundaryAt(calendar, n - subscription.anchor_period)

/** Whether it goes on to be charged: it is neither over nor yet to be set up. */
export const isCharged = ({ status }: Pick<SubscriptionRow, 'status'>): boolean =>
  (chargedStates as readonly string[]).includes(status)

/** Price × quantity, of a period. */
export const recurringMinor = ({ unit_minor, quantity }: Pick<SubscriptionRow, 'unit_minor' | 'quantity'>): bigint =>
  unit_minor * BigInt(quantity)

/** Whether all periods of its count have been charged. */
export const isLastMade = ({
  recurrance_count,
  made_periods,
}: Pick<SubscriptionRow, 'recurrance_count' | 'made_periods'>) =>
  recurrance_count !== null && made_periods >= recurrance_count

/** After which a boundary was missed by a stop of ours, and the least time between two that were: a day, of hours an hour. */
export const missedAfterMs = ({ period }: Pick<SubscriptionRow, 'period'>): number =>
  period === 'H' ? 3_600_000 : 86_400_000

type Derived = Pick<SubscriptionRow, 'next_due_at' | 'next_try_at' | 'next_act_at' | 'next_amount_minor' | 'planned'>

/** The moments of a subscription as it is now. */
export function momentsOf(subscription: SubscriptionRow): Derived {
  if (subscriptionStates.isFinal(subscription.status) || subscription.status === 'created') return none
  const { paused_at, paused_until, catch_up_at, give_up_at, period_end, cancels_at_period_end } = subscription
  const calendar = calendarOf(subscription)
  const isLast = cancels_at_period_end || isLastMade(subscription)
  const nextDueAt = calendar && !isLast ? startOf(subscription, calendar, subscription.next_period) : null
  const next_try_at = subscription.next_try_at
  const over = isLast && (cancels_at_period_end || subscription.status === 'active') ? period_end : null
  const due = nextDueAt && catch_up_at && catch_up_at > nextDueAt ? catch_up_at : nextDueAt
  const acts = paused_at ? [paused_until, cancels_at_period_end ? over : null] : [due, next_try_at, give_up_at, over]
  const next_act_at = earliest(acts)
  const same = next_act_at?.getTime() === subscription.next_act_at?.getTime()
  return {
    next_due_at: nextDueAt,
    next_try_at,
    next_act_at,
    planned: same && subscription.planned,
    next_amount_minor: nextDueAt ? nextAmount(subscription) : null,
  }
}
const none: Derived = {
  next_due_at: null,
  next_try_at: null,
  next_act_at: null,
  planned: false,
  next_amount_minor: null,
}
const earliest = (moments: readonly (Date | null)[]): Date | null =>
  moments.reduce((first, moment) => (moment && (!first || moment < first) ? moment : first), null)

/** What the next charge comes to, as things stand. */
function nextAmount(subscription: SubscriptionRow): bigint {
  const { scheduled_minor, costs_charged, additional_cost_minor, allow_accumulate, past_due_minor, credit_minor } =
    subscription
  const amount =
    (scheduled_minor ?? recurringMinor(subscription)) +
    (costs_charged ? 0n : additional_cost_minor) +
    (allow_accumulate ? past_due_minor : 0n)
  return amount > credit_minor ? amount - credit_minor : 0n
}
