import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { periodAt } from '#server/subscription-store/calendar.ts'
import { changeSubscription } from '#server/subscription-store/change.ts'
import { changeCharge, openCharges } from '#server/subscription-store/charges.ts'
import { planMessage } from '#server/subscription-store/messages.ts'
import { calendarOf, isCharged } from '#server/subscription-store/moments.ts'
import { publishSubscriptionWebhook } from '#server/subscription-store/publish-webhook.ts'
import { wrongState, type SubscriptionRow } from '#server/subscription-store/queries.ts'
import { settleUp } from './settle-up.ts'

/**
 * Charges and counts nothing from now on, until it is resumed or until a moment; retries stop. The caller has locked it. Paused again, it
 * is paused until the new moment. Throws `wrongState` for one that is not charged.
 */
export async function pause(ctx: Ctx, subscription: SubscriptionRow, until: Date | null): Promise<SubscriptionRow> {
  if (!isCharged(subscription)) throw wrongState(subscription)
  const paused = changeSubscription(ctx, subscription, {
    paused_at: subscription.paused_at ?? ctx.now,
    paused_until: until,
  })
  addTimelineEntry(ctx, 'subscription', subscription.order_ref, 'paused', until ? { until: until.toISOString() } : {})
  planMessage(ctx, subscription, { kind: 'paused', once: ctx.now.toISOString() })
  await publishSubscriptionWebhook(ctx, paused)
  return paused
}

/**
 * Ends a pause. What was unpaid before it is tried once, and boundaries that it passed over are gone: the next is the next to come. The
 * caller has locked it. Throws `wrongState` for one that is not paused.
 */
export async function resume(ctx: Ctx, subscription: SubscriptionRow): Promise<SubscriptionRow> {
  if (!subscription.paused_at || !isCharged(subscription)) throw wrongState(subscription)
  for (const charge of await openCharges(ctx, subscription.order_ref))
    if (charge.state === 'unpaid' || charge.state === 'due') changeCharge(ctx, charge, { next_try_at: ctx.now })
  const calendar = calendarOf(subscription)
  const passed = calendar ? subscription.anchor_period + periodAt(calendar, ctx.now) + 1 : 0
  const resumed = await settleUp(ctx, subscription, {
    paused_at: null,
    paused_until: null,
    next_period: Math.max(subscription.next_period, passed),
    // A trial that ended meanwhile is over, though nothing was charged.
    in_trial: subscription.in_trial && passed === 0,
  })
  addTimelineEntry(ctx, 'subscription', subscription.order_ref, 'resumed')
  await publishSubscriptionWebhook(ctx, resumed)
  return resumed
}
