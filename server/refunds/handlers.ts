import type * as contract from '#contract/refunds.ts'
import { Fault } from '#contract/faults.ts'
import { decimalText } from '#contract/kit/money.ts'
import { isManual } from '#contract/methods.ts'
import { isForgotten } from '#server/channels/queries.ts'
import { readTimelines } from '#server/kit/audit/audit.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { listRefundsOf } from './queries.ts'
import { findPayment, refundableMinor } from './reserve.ts'
import { setRefundStatus, wireRefund } from './set-status.ts'
import { startRefund } from './start.ts'
import { lockUnits, unitsOf } from './units.ts'

export const refundHandlers: Handlers<typeof contract> = {
  async createRefund(ctx, { path, body }) {
    const { type, amount, currency, reason, note = '', return_units: units } = body
    const wish = { orderRef: path.order_ref, type, amount, currency, reason, note }
    const putBack = units === undefined ? undefined : await lockUnits(ctx, path.order_ref)
    const refundId = await startRefund(ctx, wish)
    if (units !== undefined) await putBack?.(units)
    const made = await wireRefund(ctx, refundId)
    const facts = {
      order_ref: path.order_ref,
      amount: decimalText(made.amount, made.currency),
      currency: made.currency,
    }
    ctx.auditSubject(refundId, madeAs({ ...facts, type, reason, note, ...(units && { return_units: String(units) }) }))
    return made
  },

  readRefunds: (ctx, { path }) => readRefunds(ctx, path.id),

  setRefundStatus: (ctx, { body }) => setRefundStatus(ctx, body),
}

async function readRefunds(ctx: Ctx, orderRef: string) {
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
