import { Fault, fieldFault } from '#contract/faults.ts'
import { recordedAmount, type Currency } from '#contract/kit/money.ts'
import { isManual } from '#contract/methods.ts'
import type { RefundType } from '#contract/refunds.ts'
import { isForgotten } from '#server/channels/queries.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { minorOf } from '#server/kit/amount.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newReference } from '#server/kit/auth/token.ts'
import { accounts, post } from '#server/ledger/post.ts'
import { publishRefundWebhook } from './publish-webhook.ts'
import { settleRefund } from './jobs.ts'
import { insertRefund } from './queries.ts'
import { lockPayment, refundableMinor, reserve, tooMuch } from './reserve.ts'

/** A requested refund. */
export interface RefundWish {
  orderRef: string
  type: RefundType
  /** The amount of a partial refund; of a full one the amount that the caller expects, if any. A number is in major units. */
  amount?: bigint | number | undefined
  currency?: Currency | undefined
  reason: string
  note: string
}

/**
 * Starts a refund: reserves the money on the payment and in the ledger, and queues the request to the provider. Where the
 * provider cannot refund, the refund waits for a manual outcome. Returns its reference. Throws `notFound`, `invalidAmount`
 * (another currency, more than is left, a full one of another amount than expected) or `refundNotAllowed`; then nothing is
 * changed.
 */
export async function startRefund(ctx: Ctx, wish: RefundWish): Promise<string> {
  const payment = await lockPayment(ctx, wish.orderRef)
  if (!payment) throw new Fault('notFound')
  const { currency } = payment
  if (wish.currency && wish.currency !== currency)
    throw fieldFault('invalidAmount', 'currency', 'other_currency', `The payment is in ${currency}.`)
  const left = refundableMinor(payment)
  const wished = typeof wish.amount === 'number' ? minorOf(wish.amount, currency) : wish.amount
  const amountMinor = wish.type === 'full' ? left : wished
  if (amountMinor === undefined) throw fieldFault('invalidRequest', 'amount', 'required', 'Say how much.')
  if (amountMinor <= 0n || (wished ?? amountMinor) !== amountMinor) throw tooMuch(payment)
  await reserve(ctx, payment, amountMinor)

  const refundId = newReference(ctx.now)
  const byHand = isManual(payment.payment_method, payment.payment_sub_type)
  const manual = byHand || (await isForgotten(ctx, payment.channel_key))
  const source = payment.held ? accounts.lateSuspense : accounts.merchantPending
  insertRefund(ctx, {
    refundId,
    orderRef: payment.order_ref,
    amountMinor,
    currency,
    type: wish.type,
    reason: wish.reason,
    note: wish.note,
    manual,
    fromSuspense: payment.held,
    // What was held was never the merchant's, so no settlement takes it.
    isTaken: payment.remit_status !== '' && !payment.held,
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
  const facts = { refund_id: refundId, amount: recordedAmount(amountMinor, currency) }
  addTimelineEntry(ctx, 'refund', refundId, 'refund_asked', { refund_reason: wish.reason })
  addTimelineEntry(ctx, 'payment', payment.order_ref, 'refund_asked', facts)
  await publishRefundWebhook(ctx, refundId)
  if (!manual) ctx.enqueue(settleRefund, { refundId, asks: 0, nudge: false })
  return refundId
}
