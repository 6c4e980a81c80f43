import { Fault, fieldFault } from '#contract/faults.ts'
import { majorText, type Currency } from '#contract/kit/money.ts'
import { isManual } from '#contract/methods.ts'
import type { RefundReason, RefundType } from '#contract/refunds.ts'
import { tell } from '#server/kit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newReference } from '#server/kit/token.ts'
import { accounts, post } from '#server/ledger/post.ts'
import { announceRefund } from './announce.ts'
import { settleRefund } from './jobs.ts'
import { insertRefund } from './queries.ts'
import { lockPayment, refundableMinor, reserve, tooMuch } from './reserve.ts'

/** A refund that somebody wants. */
export interface RefundWish {
  orderRef: string
  type: RefundType
  /** Of a partial one; of a full one what it is believed to be, or left open. */
  amountMinor?: bigint | undefined
  currency?: Currency | undefined
  reason: RefundReason
  note: string
}

/**
 * Begins a refund: the money is set aside on the payment and in the ledger, and the provider will be asked; where it
 * cannot, the refund waits for somebody's word. Returns its reference. Throws `notFound`, `invalidAmount` (another
 * currency, more than is left, a full one that is not what was believed) or `refundNotAllowed`; then nothing is changed.
 */
export async function startRefund(ctx: Ctx, wish: RefundWish): Promise<string> {
  const payment = await lockPayment(ctx, wish.orderRef)
  if (!payment) throw new Fault('notFound')
  const { currency } = payment
  if (wish.currency && wish.currency !== currency)
    throw fieldFault('invalidAmount', 'currency', 'other_currency', `The payment is in ${currency}.`)
  const left = refundableMinor(payment)
  const amountMinor = wish.type === 'full' ? left : wish.amountMinor
  if (amountMinor === undefined) throw fieldFault('invalidRequest', 'amount', 'required', 'Say how much.')
  if (amountMinor <= 0n || (wish.amountMinor ?? amountMinor) !== amountMinor) throw tooMuch(payment)
  await reserve(ctx, payment, amountMinor)

  const refundId = newReference(ctx.now)
  const manual = isManual(payment.payment_method)
  const source = payment.held ? accounts.lateSuspense : accounts.merchantPending
  await insertRefund(ctx, {
    refundId,
    orderRef: payment.order_ref,
    amountMinor,
    currency,
    type: wish.type,
    reason: wish.reason,
    note: wish.note,
    manual,
    fromSuspense: payment.held,
    channelKey: payment.channel_key,
  })
  post(ctx, {
    kind: 'refund.asked',
    businessKey: `refund:${refundId}:asked`,
    objectType: 'refund',
    objectRef: refundId,
    currency,
    lines: [
      { account: source, amountMinor },
      { account: accounts.refundClearing, amountMinor: -amountMinor },
    ],
  })
  const facts = { refund_id: refundId, amount: `${majorText(amountMinor, currency)} ${currency}` }
  tell(ctx, 'refund', refundId, 'refund_asked', { refund_reason: wish.reason })
  tell(ctx, 'payment', payment.order_ref, 'refund_asked', facts)
  await announceRefund(ctx, refundId)
  if (!manual) await ctx.enqueue(settleRefund, { refundId, asks: 0 })
  return refundId
}
