import { Fault } from '#contract/faults.ts'
import { isManual } from '#contract/methods.ts'
import { isForgotten } from '#server/channels/queries.ts'
import { readTimelines } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { listRefundsOf } from './queries.ts'
import { findPayment, refundableMinor } from './reserve.ts'
import { unitsOf } from './units.ts'

/** The refunds of a payment, newest first, with the refunded amount and the rest. Throws `notFound`. */
export async function readRefunds(ctx: Ctx, orderRef: string) {
  const [payment, refunds] = await Promise.all([findPayment(ctx, orderRef), listRefundsOf(ctx, orderRef)])
  if (!payment) throw new Fault('notFound')
  const timelines = await readTimelines(
    ctx,
    'refund',
    refunds.map(({ refund_id }) => refund_id),
  )
  const units = await unitsOf(ctx, payment)
  const { refunded_minor: refunded, refunding_minor: refunding, currency } = payment
  const captured = payment.status === 'Success' ? payment.amount_minor : 0n
  return {
    order_ref: payment.order_ref,
    currency,
    captured,
    refunded,
    refunding,
    amountToRefund: refundableMinor(payment),
    units,
    is_manual:
      isManual(payment.payment_method, payment.payment_sub_type) || (await isForgotten(ctx, payment.channel_key)),
    refundDetails: refunds.map((refund) => ({ ...refund, timeline: timelines.get(refund.refund_id) ?? [] })),
  }
}
