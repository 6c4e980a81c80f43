import { amountText, type Currency } from '#contract/kit/money.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { notify } from '#server/notifications/notify.ts'

interface Received {
  order_ref: string
  merchant_order_ref: string
  link_ref: string
  amount_minor: bigint
  currency: Currency
}

/** Tells of money that came: whoever made the link, or, when it came too late to be simply theirs, who decides on it. */
export async function notifyOfPayment(
  ctx: Ctx,
  payment: Received,
  { late, to = null }: { late?: string; to?: string | null },
): Promise<void> {
  const facts = factsOf(payment)
  if (late === 'hold') return notify(ctx, 'late_payment_held', facts)
  if (late === 'refund') return notify(ctx, 'late_payment_refunded', facts)
  const { order_id, amount } = facts
  await Promise.all([
    notify(ctx, 'link_paid', { link_ref: payment.link_ref, order_id, amount }, { to }),
    notify(ctx, 'payment_received', facts),
  ])
}

/** What notifications tell of a payment. */
export const factsOf = ({ order_ref, merchant_order_ref, amount_minor, currency }: Omit<Received, 'link_ref'>) => ({
  order_ref,
  order_id: merchant_order_ref,
  amount: `${amountText(amount_minor, currency, 'en')} ${currency}`,
})
