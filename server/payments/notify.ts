import { amountText, type Currency } from '#contract/kit/money.ts'
import type { LatePayment } from '#contract/late-payments.ts'
import { defaultLanguage } from '#i18n/languages.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { notify } from '#server/notifications/notify.ts'

interface Received {
  order_ref: string
  merchant_order_ref: string
  amount_minor: bigint
  currency: Currency
}

/** Notifies of received money: the users who want to know of each payment or, of money that is held, those who decide on it. */
export async function notifyOfPayment(ctx: Ctx, payment: Received, wish: LatePayment | null): Promise<void> {
  const facts = factsOf(payment)
  if (wish === 'hold') return notify(ctx, 'late_payment_held', facts)
  if (wish === 'refund') return notify(ctx, 'late_payment_refunded', facts)
  await notify(ctx, 'payment_received', facts)
}

/** The facts of a payment that notifications carry. */
export const factsOf = ({ order_ref, merchant_order_ref, amount_minor, currency }: Received) => ({
  order_ref,
  order_id: merchant_order_ref,
  amount: `${amountText(amount_minor, currency, defaultLanguage)} ${currency}`,
})
