import { Fault, fieldFault } from '#contract/faults.ts'
import { testClockLimits } from '#contract/test-clocks.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { periodAt } from '#server/subscription-store/calendar.ts'
import { calendarOf } from '#server/subscription-store/moments.ts'
import { findSubscription, type SubscriptionRow } from '#server/subscription-store/queries.ts'
import { advanceClock } from './jobs.ts'
import { changeClock, existingClock, type ClockRow } from './queries.ts'

/**
 * Begins to advance a clock to a later time. Throws `notFound`, `wrongState` while it is being advanced, and `tooMany` where its
 * subscriptions alone have more periods until then than it takes events.
 */
export async function advance(ctx: Ctx, clockRef: string, to: Date): Promise<ClockRow> {
  const clock = await existingClock(ctx, clockRef, { lock: true })
  if (clock.state === 'advancing') throw new Fault('wrongState', { why: 'it is being advanced' })
  if (to <= clock.time) throw fieldFault('invalidRequest', 'to', 'not_later', 'The clock is there already.')
  if (to > yearsAfter(clock.time, testClockLimits.years))
    throw fieldFault('invalidRequest', 'to', 'beyond_years', `${testClockLimits.years} years are the most at once.`)
  await expectFewPeriods(ctx, clock, to)
  ctx.auditSubject(clockRef, changesFrom({ time: clock.time }, { time: to }))
  ctx.enqueue(advanceClock, { clockRef, waits: 0 })
  return changeClock(ctx, clock, { state: 'advancing', advancing_to: to, events_done: 0, failure: '' })
}

function yearsAfter(time: Date, years: number): Date {
  const later = new Date(time)
  later.setUTCFullYear(later.getUTCFullYear() + years)
  return later
}

async function expectFewPeriods(ctx: Ctx, { clock_ref }: ClockRow, to: Date): Promise<void> {
  const tied = await ctx.own.select('subscriptions').select('order_ref').where('clock_ref', '=', clock_ref).execute()
  const subscriptions = await Promise.all(tied.map(({ order_ref }) => findSubscription(ctx, order_ref)))
  const count = subscriptions.reduce((sum, one) => sum + (one ? periodsUntil(one, to) : 0), 0)
  const most = testClockLimits.events
  if (count <= most) return
  const text = `${count} periods begin until then; a clock takes ${most} events at once.`
  throw new Fault('tooMany', {
    errors: [{ path: 'to', reason: 'too_many_periods', params: { periods: count, most }, text }],
  })
}

/** The periods of a subscription that begin until a moment, if it goes on as it is. */
function periodsUntil(subscription: SubscriptionRow, to: Date): number {
  const { status, paused_at, cancels_at_period_end, anchor_period, next_period, made_periods } = subscription
  const calendar = calendarOf(subscription)
  if (status !== 'active' || paused_at || cancels_at_period_end || !calendar) return 0
  const begun = anchor_period + periodAt(calendar, to) + 1 - next_period
  const left = (subscription.recurrance_count ?? Number.POSITIVE_INFINITY) - made_periods
  return Math.max(0, Math.min(begun, left))
}
