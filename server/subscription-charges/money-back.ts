import { amountText, recordedAmount } from '#contract/kit/money.ts'
import { defaultLanguage } from '#i18n/languages.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { notify } from '#server/notifications/notify.ts'
import type { Attempt } from '#server/payables/payable.ts'
import { planMessage } from '#server/subscription-store/messages.ts'
import type { SubscriptionRow } from '#server/subscription-store/queries.ts'

/** Tells the customer and the merchant that money which came too late goes back in full. */
export async function tellMoneyBack(ctx: Ctx, subscription: SubscriptionRow, attempt: Attempt): Promise<void> {
  const { order_ref, amount_minor, currency, merchant_order_ref } = attempt
  addTimelineEntry(ctx, 'subscription', subscription.order_ref, 'money_back', {
    order_ref,
    amount: recordedAmount(amount_minor, currency),
  })
  planMessage(ctx, subscription, { kind: 'money_back', once: order_ref, facts: { order_ref } })
  await notify(ctx, 'late_payment_refunded', {
    order_ref,
    order_id: merchant_order_ref,
    amount: `${amountText(amount_minor, currency, defaultLanguage)} ${currency}`,
  })
}
