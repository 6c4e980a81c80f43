import { isDeepStrictEqual } from 'node:util'
import { inFlightStates } from '#contract/payment-states.ts'
import { testClockLimits, type TestClockFailure } from '#contract/test-clocks.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { payableOf } from '#server/payables/payable.ts'
import { actOn } from '#server/subscription-charges/act.ts'
import { sendDue } from '#server/subscription-messages/send.ts'
import { findSubscription, type SubscriptionRow } from '#server/subscription-store/queries.ts'
import { addToLog, happenedSince, lastEntry, type Logged } from './log.ts'
import { nextEvent, type ClockEvent } from './next-event.ts'
import { changeClock, findClock, type ClockRow } from './queries.ts'

/**
 * One event of a clock that is being advanced, in one transaction: its time becomes that of the event, which then happens by the same code
 * as in real time. An event whose payment is under way ends in a later step. Killed in between, the next step goes on where the last commit
 * was.
 */
export async function step(ctx: Ctx, clockRef: string): Promise<'over' | 'goes on' | 'waits'> {
  const clock = await findClock(ctx, clockRef, { lock: true })
  if (clock?.state !== 'advancing' || !clock.advancing_to) return 'over'
  if (clock.acting_on) return endEvent(ctx, clock)
  if (clock.events_done === 0) await sendWaiting(ctx, clock)
  const event = await nextEvent(ctx, clock, clock.advancing_to)
  if (!event) {
    changeClock(ctx, clock, { state: 'ready', time: clock.advancing_to, advancing_to: null })
    return 'over'
  }
  if (clock.events_done >= testClockLimits.events) return failClock(ctx, clock, 'too_many_events')
  return beginEvent(ctx, clock, event)
}

/** Stops an advance at the time that it has come to. */
export function failClock(ctx: Ctx, clock: ClockRow, failure: TestClockFailure): 'over' {
  changeClock(ctx, clock, { state: 'failed', failure, advancing_to: null })
  return 'over'
}

async function beginEvent(ctx: Ctx, clock: ClockRow, { at, orderRef, kind }: ClockEvent) {
  const before = await findSubscription(ctx, orderRef, { lock: true })
  // Somebody pays by hand, or has just changed or retried something: what becomes of that decides what comes next.
  if (kind === 'act' && (await isPaying(ctx, orderRef))) return 'waits'
  const moved = changeClock(ctx, clock, {
    time: at,
    acting_on: orderRef,
    acting_after: await lastEntry(ctx, orderRef),
  })
  const then = ctx.simulating(at)
  if (kind === 'act') await actOn(then, orderRef)
  if (kind === 'link_expires') await payableOf(then, 'subscription').expire(then, orderRef)
  const after = await findSubscription(ctx, orderRef)
  const logged = logOf(kind, before, after)
  if (logged.length > 0) await addToLog(ctx, { clockRef: clock.clock_ref, orderRef, at }, logged)
  if (kind === 'act' && isSame(before, after) && !(await isUnderWay(ctx, orderRef)))
    // Nothing came of it, and it would be the next event again.
    return failClock(ctx, changeClock(ctx, moved, idle), 'payment_waits')
  return endEvent(ctx, moved)
}
const idle = { acting_on: '', acting_after: null } as const

/** What no timeline says. */
function logOf(kind: ClockEvent['kind'], before?: SubscriptionRow, after?: SubscriptionRow): Logged[] {
  if (kind === 'method_expires') return [{ event: 'method_expires' }]
  return before?.in_trial && after && !after.in_trial ? [{ event: 'trial_ends' }] : []
}

const isSame = (before?: SubscriptionRow, after?: SubscriptionRow): boolean =>
  isDeepStrictEqual({ ...before, updated_at: null }, { ...after, updated_at: null })

/** Ends the event that is under way: sends what is due to the customer at this moment, and logs what it came to. */
async function endEvent(ctx: Ctx, clock: ClockRow): Promise<'goes on' | 'waits'> {
  const { acting_on: orderRef, acting_after, time: at, clock_ref: clockRef } = clock
  if (await isUnderWay(ctx, orderRef)) return 'waits'
  await sendDue(ctx, orderRef)
  await addToLog(ctx, { clockRef, orderRef, at }, await happenedSince(ctx, orderRef, acting_after))
  changeClock(ctx, clock, { ...idle, events_done: clock.events_done + 1 })
  return 'goes on'
}

/** Whether a payment of a subscription that nobody has to act on has no outcome yet. Index: subscription_charges_of. */
async function isUnderWay(ctx: Ctx, orderRef: string): Promise<boolean> {
  const claimed = await ctx.own
    .select('subscription_charges')
    .select(['state', 'payment_ref'])
    .where('order_ref', '=', orderRef)
    .where('state', 'in', ['trying', 'cancelled'])
    .where('payment_ref', '<>', '')
    .execute()
  if (claimed.some(({ state }) => state === 'trying')) return true
  if (claimed.length === 0) return false
  const payment = await ctx.own
    .select('payments')
    .select('order_ref')
    .where(
      'order_ref',
      'in',
      claimed.map(({ payment_ref }) => payment_ref),
    )
    .where('status', 'in', inFlightStates)
    .limit(1)
    .executeTakeFirst()
  return payment !== undefined
}

/** Whether any payment of a subscription has no outcome yet. Index: payments_by_source. */
async function isPaying(ctx: Ctx, orderRef: string): Promise<boolean> {
  const payment = await ctx.own
    .select('payments')
    .select('order_ref')
    .where('source_ref', '=', orderRef)
    .where('status', 'in', inFlightStates)
    .limit(1)
    .executeTakeFirst()
  return payment !== undefined
}

/** Sends what was due before the first event, so that it is none. */
async function sendWaiting(ctx: Ctx, { clock_ref }: ClockRow): Promise<void> {
  const rows = await ctx.own
    .select('subscriptions')
    .select('order_ref')
    .where('clock_ref', '=', clock_ref)
    .orderBy('created_at')
    .orderBy('order_ref')
    .execute()
  for (const { order_ref } of rows) await sendDue(ctx, order_ref)
}
