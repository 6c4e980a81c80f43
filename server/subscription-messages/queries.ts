import type { Ctx } from '#server/kit/ctx.ts'
import { findPrice } from '#server/subscription-store/prices.ts'

/** The amount of a payment, and what it was for; undefined when absent. Index: primary key. */
export const readPaymentAmount = (ctx: Ctx, orderRef: string) =>
  ctx.own
    .select('payments')
    .select(['order_ref', 'amount_minor', 'payable_ref'])
    .where('order_ref', '=', orderRef)
    .executeTakeFirst()

/** A change of what is paid, with the rhythm before it; undefined when absent. Index: primary key. */
export async function readChange(ctx: Ctx, orderRef: string, changeId: string) {
  const change = await ctx.own
    .select('subscription_changes')
    .select([
      'state',
      'old_price_ref',
      'old_unit_minor',
      'old_quantity',
      'unit_minor',
      'quantity',
      'frequency',
      'period',
    ])
    .where('order_ref', '=', orderRef)
    .where('change_id', '=', changeId)
    .executeTakeFirst()
  const before = change && (await findPrice(ctx, change.old_price_ref))
  return (
    change && {
      ...change,
      old_frequency: before?.frequency ?? change.frequency,
      old_period: before?.period ?? change.period,
    }
  )
}
