import type { Ctx } from '#server/kit/ctx.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { calendarOf, periodOf } from '#server/subscription-store/moments.ts'
import { changeSubscription } from '#server/subscription-store/change.ts'
import type { ChargeRow } from '#server/subscription-store/charges.ts'
import type { SubscriptionRow } from '#server/subscription-store/queries.ts'

/** Makes the change for which a charge was paid. Another rhythm begins a new period at the moment by which it was reckoned. */
export async function applyPaid(ctx: Ctx, subscription: SubscriptionRow, charge: ChargeRow): Promise<SubscriptionRow> {
  const change = await ctx.own
    .update('subscription_changes')
    .set({ state: 'done', done_at: ctx.now })
    .where('order_ref', '=', subscription.order_ref)
    .where('change_id', '=', charge.change_id)
    .where('state', '=', 'paying')
    .returning(['price_ref', 'price_name', 'unit_minor', 'quantity', 'frequency', 'period', 'new_period', 'at'])
    .executeTakeFirst()
  if (!change) return subscription
  const { new_period, at, ...columns } = change
  addTimelineEntry(ctx, 'subscription', subscription.order_ref, 'changed', {
    price: change.price_name,
    quantity: String(change.quantity),
  })
  if (!new_period) return changeSubscription(ctx, subscription, columns)
  const begun = { ...subscription, ...columns, anchor: at, anchor_period: subscription.next_period }
  const calendar = calendarOf(begun)
  if (!calendar) throw new Error('a change of rhythm without a calendar')
  return changeSubscription(ctx, subscription, {
    ...columns,
    anchor: at,
    anchor_period: begun.anchor_period,
    next_period: begun.next_period + 1,
    period_end: periodOf(begun, calendar, begun.next_period).end,
  })
}
