import { limits } from '#contract/limits.ts'
import { chargeSum, costLines, periodLine, type ChargeLine, type Credit } from './amounts.ts'
import { boundariesFrom, trialEnd } from './calendar.ts'
import { costsOf } from './lines.ts'
import { calendarOf } from './moments.ts'
import type { SubscriptionRow } from './queries.ts'

/** A charge that is yet to come, as things stand. */
export interface Upcoming {
  n: number
  at: Date
  periodEnd: Date
  lines: ChargeLine[]
  amountMinor: bigint
  toPayMinor: bigint
}

/**
 * The next charges of a subscription, twelve at most; none while it is neither active nor past due. `creditMinor` is what is left,
 * `scheduled` what each period comes to from the next on.
 */
export function upcomingOf(
  subscription: SubscriptionRow,
  credits: readonly Credit[],
  scheduled: { unit: bigint; quantity: number } | null = null,
): Upcoming[] {
  const calendar = calendarOf(subscription)
  const { recurrance_count: count, made_periods: made, next_period: next, cancels_at_period_end } = subscription
  if (!calendar || subscription.ended_at || cancels_at_period_end) return []
  const many = count === null ? limits.subscriptionUpcoming : Math.min(limits.subscriptionUpcoming, count - made)
  if (many <= 0) return []
  const { unit, quantity } = scheduled ?? { unit: subscription.unit_minor, quantity: subscription.quantity }
  const boundaries = boundariesFrom(calendar, next - subscription.anchor_period, many + 1)
  let left = credits.map((credit) => ({ ...credit }))
  return boundaries.slice(0, many).map((at, place) => {
    const costs = subscription.costs_charged || place > 0 ? [] : costLines(costsOf(subscription.additional_costs))
    const { lines, amount, toPay } = chargeSum([periodLine(next + place, { unit, quantity }), ...costs], left)
    left = left.map(({ id, left: was }) => ({ id, left: was + usedOf(lines, id) }))
    const periodEnd = boundaries[place + 1] as Date
    return { n: next + place, at, periodEnd, lines, amountMinor: amount, toPayMinor: toPay }
  })
}
const usedOf = (lines: readonly ChargeLine[], id: string): bigint =>
  lines.reduce((sum, line) => (line.kind === 'credit' && line.id === id ? sum + line.amount : sum), 0n)

/** A subscription as its set-up at a moment begins it: in its trial, waiting for its start, or charged now. */
export function begunAt(subscription: SubscriptionRow, now: Date): Beginning {
  const { trial_period, trial_frequency, started_at, time_zone: timeZone, frequency, period } = subscription
  if (frequency === null || period === null) return { kind: 'on demand', anchor: null }
  if (trial_period && trial_frequency !== null)
    return {
      kind: 'trial',
      anchor: trialEnd({ start: now, timeZone, frequency: trial_frequency, period: trial_period }),
    }
  if (started_at && started_at > now) return { kind: 'later', anchor: started_at }
  return { kind: 'now', anchor: now }
}
export type Beginning = { kind: 'trial' | 'later' | 'now'; anchor: Date } | { kind: 'on demand'; anchor: null }

/** What the set-up itself takes: the first period with the costs, or the first amount of one on demand; zero where nothing is taken yet. */
export function setUpLines(subscription: SubscriptionRow, now: Date): ChargeLine[] {
  const begins = begunAt(subscription, now)
  const costs = costLines(costsOf(subscription.additional_costs))
  const { unit_minor: unit, quantity, initial_minor: initial } = subscription
  if (begins.kind === 'now') return [periodLine(0, { unit, quantity }), ...costs]
  if (begins.kind !== 'on demand' || initial === 0n) return []
  return [{ kind: 'deduction', amount: initial }, ...costs]
}
