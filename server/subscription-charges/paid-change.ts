import type { Ctx } from '#server/kit/ctx.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { DeclineReason } from '#contract/declines.ts'
import { calendarOf, periodOf } from '#server/subscription-store/moments.ts'
import { changeSubscription } from '#server/subscription-store/change.ts'
import { moveCharge, returnCredit, type ChargeRow } from '#server/subscription-store/charges.ts'
import { planMessage } from '#server/subscription-store/messages.ts'
import type { SubscriptionRow } from '#server/subscription-store/queries.ts'

/** A change that is made: what the subscription has from now on, under the names of its columns. */
interface Made extends Pick<SubscriptionRow, 'price_ref' | 'price_name' | 'unit_minor' | 'quantity'> {
  frequency: number
  period: NonNullable<SubscriptionRow['period']>
  changeId: string
  /** A period begins with it, at this moment. */
  newPeriod: boolean
  at: Date
}

/** Makes the change for which a charge was paid. */
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
  const { new_period: newPeriod, ...made } = change
  return applyChange(ctx, subscription, { ...made, newPeriod, changeId: charge.change_id ?? '' })
}

/** Makes a change of a subscription that the caller has locked, and plans to tell the customer where they pay another amount. */
export function applyChange(ctx: Ctx, subscription: SubscriptionRow, change: Made): SubscriptionRow {
  const { changeId, newPeriod, at, ...columns } = change
  const { order_ref, unit_minor, quantity } = subscription
  addTimelineEntry(ctx, 'subscription', order_ref, 'changed', {
    price: change.price_name,
    quantity: String(change.quantity),
  })
  if (unit_minor * BigInt(quantity) !== change.unit_minor * BigInt(change.quantity))
    planMessage(ctx, subscription, { kind: 'price_changes', once: changeId, facts: { change_id: changeId } })
  if (!newPeriod) return changeSubscription(ctx, subscription, columns)
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

/** A change that was not paid does not happen: everything is as it was, and the credit that it would have used is there again. */
export function failChange(
  ctx: Ctx,
  subscription: SubscriptionRow,
  charge: ChargeRow,
  reason: DeclineReason,
): SubscriptionRow {
  moveCharge(ctx, charge, 'cancel', { reason })
  ctx.write(
    ctx.own
      .update('subscription_changes')
      .set({ state: 'failed', done_at: ctx.now })
      .where('order_ref', '=', subscription.order_ref)
      .where('change_id', '=', charge.change_id)
      .where('state', '=', 'paying'),
  )
  addTimelineEntry(ctx, 'subscription', subscription.order_ref, 'change_failed', { reason })
  const { credit_minor } = returnCredit(ctx, subscription, charge)
  return changeSubscription(ctx, subscription, { credit_minor })
}
