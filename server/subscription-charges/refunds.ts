import type { Ctx } from '#server/kit/ctx.ts'
import type { LaterMoney } from '#server/payables/payable.ts'
import { changeSubscription } from '#server/subscription-store/change.ts'
import { publishSubscriptionWebhook } from '#server/subscription-store/publish-webhook.ts'
import { existingSubscription } from '#server/subscription-store/queries.ts'

/**
 * Counts money of a subscription's payments that went back: what was collected is what was taken in time, less refunds. A payment that
 * went back in full paid nothing any more. Late money was never counted.
 */
export async function countRefund(ctx: Ctx, orderRef: string, money: LaterMoney): Promise<void> {
  if (money.refundedMinor === 0n) return
  const subscription = await existingSubscription(ctx, orderRef, { lock: true })
  const payment = await ctx.own
    .select('payments')
    .select(['amount_minor', 'refunded_minor', 'late'])
    .where('order_ref', '=', money.orderRef)
    .executeTakeFirstOrThrow()
  if (payment.late) return
  const back = payment.refunded_minor === payment.amount_minor ? await paidBy(ctx, orderRef, money.orderRef) : 0
  const changed = changeSubscription(ctx, subscription, {
    collected_minor: subscription.collected_minor - money.refundedMinor,
    collected_count: subscription.collected_count - back,
  })
  await publishSubscriptionWebhook(ctx, changed)
}

/** The charges that a payment has paid, without the differences of changes. Index: subscription_charges_of. */
async function paidBy(ctx: Ctx, orderRef: string, paymentRef: string): Promise<number> {
  const { count } = await ctx.own
    .select('subscription_charges')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('order_ref', '=', orderRef)
    .where('payment_ref', '=', paymentRef)
    .where('state', '=', 'paid')
    .where('kind', '<>', 'change')
    .executeTakeFirstOrThrow()
  return Number(count)
}
