import type { Ctx } from '#server/kit/ctx.ts'
import type { SubscriptionRow } from '#server/subscription-store/queries.ts'

/** The changes of a subscription, newest first. Index: primary key. */
export async function listChanges(ctx: Ctx, { order_ref, currency }: SubscriptionRow) {
  const rows = await ctx.own
    .select('subscription_changes')
    .select([
      'change_id',
      'state',
      'at_next_period',
      'old_price_ref',
      'old_price_name',
      'old_quantity',
      'old_unit_minor',
    ])
    .select([
      'price_ref',
      'price_name',
      'quantity',
      'unit_minor',
      'to_pay_minor as to_pay',
      'to_credit_minor as to_credit',
    ])
    .select(['charge_ref', 'created_at', 'created_by', 'done_at'])
    .where('order_ref', '=', order_ref)
    .orderBy('created_at', 'desc')
    .orderBy('change_id', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ at_next_period, ...row }) => ({
    ...row,
    when: at_next_period ? ('at_next_period' as const) : ('now' as const),
    currency,
  }))
}

/** What each period comes to from the next on, where a change is scheduled. */
export function scheduledOf(
  changes: Awaited<ReturnType<typeof listChanges>>,
): { unit: bigint; quantity: number } | null {
  const scheduled = changes.find(({ state }) => state === 'scheduled')
  return scheduled ? { unit: scheduled.unit_minor, quantity: scheduled.quantity } : null
}

/** The credits of a subscription, newest first. Index: primary key. */
export async function listCredits(ctx: Ctx, { order_ref, currency }: SubscriptionRow) {
  const rows = await ctx.own
    .select('subscription_credits')
    .select(['credit_id', 'amount_minor as amount', 'left_minor as left', 'created_at'])
    .where('order_ref', '=', order_ref)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({ ...row, currency }))
}
