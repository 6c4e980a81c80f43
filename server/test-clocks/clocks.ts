import { Fault, fieldFault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { subscriptionStates } from '#contract/subscription-states.ts'
import { testClockLimits } from '#contract/test-clocks.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import { noteChange } from '#server/kit/audit/audit.ts'
import { newReferenceOf } from '#server/kit/auth/merchant-hint.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { lockMerchant } from '#server/merchant-store/changes.ts'
import { endSubscription } from '#server/subscription-charges/end.ts'
import { findSubscription } from '#server/subscription-store/queries.ts'
import { changeClock, countTied, existingClock, listClockEvents, listClocks, type ClockRow } from './queries.ts'

/** A clock as answers show it. */
export const shownClock = (
  { acting_on: _, acting_after: __, state, ...clock }: ClockRow,
  tied: ReadonlyMap<string, number>,
) => {
  if (state === 'deleted') throw new Error('a deleted clock is shown')
  return { ...clock, state, subscriptions: tied.get(clock.clock_ref) ?? 0 }
}

export async function listShown(ctx: Ctx) {
  const [clocks, tied] = await Promise.all([listClocks(ctx), countTied(ctx)])
  return clocks.map((clock) => shownClock(clock, tied))
}

/** A clock with what happened as it went on. Throws `notFound`. */
export async function wholeClock(ctx: Ctx, clockRef: string) {
  const [clock, tied, events] = await Promise.all([
    existingClock(ctx, clockRef),
    countTied(ctx),
    listClockEvents(ctx, clockRef),
  ])
  return {
    ...shownClock(clock, tied),
    events: events.map(({ amount_minor, currency, ...event }) => ({
      ...event,
      amount: amount_minor,
      currency,
    })),
  }
}

/** Makes a clock that shows the time now, or another. Throws `wrongState` in live mode, and `tooMany`. */
export async function createClock(ctx: Ctx, { name, time = ctx.now }: { name: string; time?: Date | undefined }) {
  if (ctx.owner.environment !== 'sandbox') throw new Fault('wrongState', { why: 'test clocks are of the sandbox' })
  const years = Math.abs(time.getTime() - ctx.now.getTime()) / (365.25 * 86_400_000)
  if (years > testClockLimits.years)
    throw fieldFault('invalidRequest', 'time', 'beyond_years', 'This is too far from now.')
  await lockMerchant(ctx.db, ctx.owner.merchantId)
  if ((await listClocks(ctx)).length >= limits.testClocks) throw new Fault('tooMany')
  const clock: ClockRow = {
    clock_ref: newReferenceOf(ctx.owner.merchantId, ctx.now),
    name,
    state: 'ready',
    time,
    advancing_to: null,
    events_done: 0,
    failure: '',
    acting_on: '',
    acting_after: null,
    created_at: ctx.now,
    created_by: ctx.actor.kind === 'user' ? ctx.actor.name : '',
  }
  ctx.write(ctx.own.insert('test_clocks', { ...clock, updated_at: ctx.now }))
  noteChange(ctx, 'test_clock', clock.clock_ref)
  ctx.auditSubject(clock.clock_ref, madeAs({ name, time }))
  return clock
}

/** Cancels the subscriptions of a clock, and takes it away, also while it is being advanced. Throws `notFound`. */
export async function deleteClock(ctx: Ctx, clockRef: string): Promise<void> {
  const clock = await existingClock(ctx, clockRef, { lock: true })
  const then = ctx.simulating(clock.time)
  const tied = await ctx.own
    .select('subscriptions')
    .select('order_ref')
    .where('clock_ref', '=', clockRef)
    .orderBy('order_ref')
    .execute()
  for (const { order_ref } of tied) {
    const subscription = await findSubscription(ctx, order_ref, { lock: true })
    if (subscription && subscriptionStates.can(subscription.status, 'cancel'))
      await endSubscription(then, subscription, { reason: 'clock_deleted' })
  }
  changeClock(ctx, clock, { state: 'deleted', advancing_to: null })
  ctx.auditSubject(clockRef, madeAs({ name: clock.name, subscriptions: tied.length }))
}
