import { amountText, recordedAmount } from '#contract/kit/money.ts'
import { defaultLanguage } from '#i18n/languages.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { changeSubscription } from '#server/subscription-store/change.ts'
import { moveCharge, openCharges, type ChargeRow } from '#server/subscription-store/charges.ts'
import { planMessage } from '#server/subscription-store/messages.ts'
import { missedAfterMs } from '#server/subscription-store/moments.ts'
import { publishSubscriptionWebhook } from '#server/subscription-store/publish-webhook.ts'
import type { SubscriptionRow } from '#server/subscription-store/queries.ts'
import { notify } from '#server/notifications/notify.ts'
import { applyPaid } from './paid-change.ts'
import { settleUp } from './settle-up.ts'

interface Paid {
  charge: ChargeRow
  /** The payment, and its amount; null of a charge that credit covers. */
  payment: { orderRef: string; amountMinor: bigint } | null
  /** Further columns of the subscription. */
  columns?: Parameters<typeof changeSubscription>[2]
}

/**
 * Marks a charge as paid, with all that it carries: their periods count, and the subscription recovers when nothing else is past due. The
 * caller has locked the subscription.
 */
export async function settlePaid(
  ctx: Ctx,
  subscription: SubscriptionRow,
  { charge, payment, columns = {} }: Paid,
): Promise<SubscriptionRow> {
  const open = await openCharges(ctx, subscription.order_ref)
  const carried = open.filter(({ carried_by }) => carried_by === charge.charge_ref)
  const paid = moveCharge(ctx, charge, 'pay', {
    reason: '',
    ...(payment && { payment_ref: payment.orderRef, tries: Math.max(charge.tries, 1) }),
  })
  for (const one of carried) moveCharge(ctx, one, 'pay', { reason: '', payment_ref: payment?.orderRef ?? '' })
  const all = [paid, ...carried]
  const periods = all.filter(({ kind }) => kind === 'period').length
  const before = subscription.status
  const settled = await settleUp(
    ctx,
    subscription,
    {
      ...columns,
      collected_count: subscription.collected_count + all.filter(({ kind }) => kind !== 'change').length,
      counted_periods: (columns.counted_periods ?? subscription.counted_periods) + periods,
      collected_minor: subscription.collected_minor + (payment?.amountMinor ?? 0n),
      ...(subscription.catch_up_at && { catch_up_at: new Date(ctx.now.getTime() + missedAfterMs(subscription)) }),
    },
    { clears: true },
  )
  const after = charge.change_id ? await applyPaid(ctx, settled, charge) : settled
  addTimelineEntry(ctx, 'subscription', subscription.order_ref, 'charge_paid', {
    charge_ref: charge.charge_ref,
    amount: recordedAmount(payment?.amountMinor ?? 0n, charge.currency),
  })
  planMessage(ctx, subscription, {
    kind: 'receipt',
    once: charge.charge_ref,
    facts: { charge_ref: charge.charge_ref, order_ref: payment?.orderRef ?? '' },
  })
  if (before === 'past_due' && after.status === 'active') await tellRecovered(ctx, after, payment?.amountMinor ?? 0n)
  // A move of its state has told the merchant's server already.
  if (after.status === before) await publishSubscriptionWebhook(ctx, after)
  return after
}

async function tellRecovered(ctx: Ctx, subscription: SubscriptionRow, amountMinor: bigint): Promise<void> {
  addTimelineEntry(ctx, 'subscription', subscription.order_ref, 'recovered')
  await notify(ctx, 'subscription_recovered', factsOf(subscription, amountMinor))
}

/** The facts of a subscription that notifications carry, with an amount. */
export const factsOf = (subscription: SubscriptionRow, amountMinor: bigint) => ({
  order_ref: subscription.order_ref,
  customer: subscription.customer_name || subscription.email || subscription.merchant_order_ref,
  amount: `${amountText(amountMinor, subscription.currency, defaultLanguage)} ${subscription.currency}`,
})
