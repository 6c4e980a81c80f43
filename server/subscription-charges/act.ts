import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { changeSubscription, moveSubscription } from '#server/subscription-store/change.ts'
import { openCharges } from '#server/subscription-store/charges.ts'
import { isLastMade } from '#server/subscription-store/moments.ts'
import { findSubscription, type SubscriptionRow } from '#server/subscription-store/queries.ts'
import { actSoon, comeAgain } from './enqueue.ts'
import { endSubscription } from './end.ts'
import { giveUp } from './give-up.ts'
import { resume } from './pause.ts'
import { beginPeriod } from './period.ts'
import { tryDue } from './try.ts'

/**
 * Does what is due of a subscription at `ctx.now`, in one transaction: begins the period whose boundary has come, tries what is to be
 * tried, resumes, gives up, ends. Every path to a charge leads through here or `claimCharge`, behind the lock of its row.
 */
export async function actOn(ctx: Ctx, orderRef: string): Promise<void> {
  const found = await findSubscription(ctx, orderRef, { lock: true })
  if (!found) return
  if (!isDue(ctx, found.next_act_at)) return comeAgain(ctx, found)
  // By the zone table of today, a moment that an older one has made may be another.
  const subscription = changeSubscription(ctx, found, {})
  const after = isDue(ctx, subscription.next_act_at) ? await act(ctx, subscription) : subscription
  // What waits for something else, such as a payment in flight, is acted on when that has ended.
  if (after !== subscription || !isDue(ctx, after.next_act_at)) actSoon(ctx, after)
}

const isDue = (ctx: Ctx, moment: Date | null): boolean => moment !== null && moment <= ctx.now

async function act(ctx: Ctx, subscription: SubscriptionRow): Promise<SubscriptionRow> {
  if (subscription.cancels_at_period_end && isDue(ctx, subscription.period_end))
    return endSubscription(ctx, subscription, { reason: subscription.end_reason })
  if (subscription.paused_at) return resume(ctx, subscription)
  if (isLastMade(subscription) && subscription.status === 'active' && isDue(ctx, subscription.period_end))
    return complete(ctx, subscription)
  if (isDue(ctx, subscription.give_up_at)) return giveUp(ctx, subscription)
  const { catch_up_at: waits } = subscription
  const begins = isDue(ctx, subscription.next_due_at) && (!waits || waits <= ctx.now)
  return tryDue(ctx, begins ? await beginPeriod(ctx, subscription) : subscription)
}

async function complete(ctx: Ctx, subscription: SubscriptionRow): Promise<SubscriptionRow> {
  const open = await openCharges(ctx, subscription.order_ref)
  if (open.length > 0) return subscription
  const completed = await moveSubscription(ctx, subscription, 'complete', { end_reason: 'completed' })
  addTimelineEntry(ctx, 'subscription', subscription.order_ref, 'completed')
  return completed
}
