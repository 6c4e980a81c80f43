import { Fault } from '#contract/faults.ts'
import { subscriptionStates } from '#contract/subscription-states.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { actSoon } from '#server/subscription-charges/enqueue.ts'
import { endSubscription } from '#server/subscription-charges/end.ts'
import { changeSubscription } from '#server/subscription-store/change.ts'
import { inTimeOf } from '#server/subscription-store/clocks.ts'
import { publishSubscriptionWebhook } from '#server/subscription-store/publish-webhook.ts'
import { existingSubscription, wrongState, type SubscriptionRow } from '#server/subscription-store/queries.ts'

/**
 * Cancels a subscription, now or when its current period ends. Possible at any time, also while a charge is under way. One that is
 * cancelled stays so. Throws `subscriptionUnknown`, and `wrongState` for one that is completed or expired, or has no period to end.
 */
export async function cancelSubscription(
  ctx: Ctx,
  orderRef: string,
  { at = 'now', reason = '' }: { at?: 'now' | 'period_end' | undefined; reason?: string | undefined },
): Promise<void> {
  const subscription = await existingSubscription(ctx, orderRef, { lock: true })
  const { status } = subscription
  if (status === 'cancelled') return
  if (!subscriptionStates.can(status, 'cancel')) throw wrongState(subscription)
  const then = await inTimeOf(ctx, subscription)
  if (at === 'now') await endSubscription(then, subscription, { reason })
  else await cancelAtPeriodEnd(then, subscription, reason)
  const after = at === 'now' ? { status: 'cancelled' } : { cancels_at_period_end: true }
  ctx.auditSubject(orderRef, changesFrom({ status, cancels_at_period_end: false, reason: '' }, { ...after, reason }))
}

async function cancelAtPeriodEnd(ctx: Ctx, subscription: SubscriptionRow, reason: string): Promise<void> {
  if (subscription.cancels_at_period_end) return
  const { period_end } = subscription
  if (!period_end || period_end <= ctx.now) throw new Fault('wrongState', { why: 'no period of it is running' })
  const changed = changeSubscription(ctx, subscription, { cancels_at_period_end: true, end_reason: reason })
  addTimelineEntry(ctx, 'subscription', subscription.order_ref, 'cancels_at_period_end', {
    at: period_end.toISOString(),
    ...(reason && { reason }),
  })
  await publishSubscriptionWebhook(ctx, changed)
  actSoon(ctx, changed)
}
