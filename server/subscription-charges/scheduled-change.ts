import type { Ctx } from '#server/kit/ctx.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { changeSubscription } from '#server/subscription-store/change.ts'
import type { SubscriptionRow } from '#server/subscription-store/queries.ts'

/**
 * Applies the change that is scheduled for the period that begins now, if there is one. Another rhythm counts from this boundary on.
 * Index: subscription_changes_one_open.
 */
export async function applyScheduled(ctx: Ctx, subscription: SubscriptionRow): Promise<SubscriptionRow> {
  if (subscription.scheduled_minor === null) return subscription
  const change = await ctx.own
    .update('subscription_changes')
    .set({ state: 'done', done_at: ctx.now })
    .where('order_ref', '=', subscription.order_ref)
    .where('state', '=', 'scheduled')
    .returning(['change_id', 'price_ref', 'price_name', 'unit_minor', 'quantity', 'frequency', 'period', 'new_period'])
    .executeTakeFirst()
  if (!change) return changeSubscription(ctx, subscription, { scheduled_minor: null })
  addTimelineEntry(ctx, 'subscription', subscription.order_ref, 'changed', {
    price: change.price_name,
    quantity: String(change.quantity),
  })
  const { change_id: _, new_period, ...columns } = change
  const rhythm = new_period ? { anchor: subscription.next_due_at, anchor_period: subscription.next_period } : {}
  return changeSubscription(ctx, subscription, { ...columns, ...rhythm, scheduled_minor: null })
}
