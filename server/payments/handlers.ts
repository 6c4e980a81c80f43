import type * as contract from '#contract/payments.ts'
import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { listRefundIds } from '#server/refunds/queries.ts'
import { readWebhookDeliveries } from '#server/webhooks/history.ts'
import { resendFor } from '#server/webhooks/resend.ts'
import { listCallbacks } from './callback-rows.ts'
import { wishFinish } from './finish.ts'
import { exportedPayments, listPayments } from './list.ts'
import { setPaymentStatus } from './set-status.ts'
import { findSlip } from './slip-rows.ts'
import { existingPayment, wholePayment } from './whole.ts'

export const paymentHandlers: Handlers<typeof contract> = {
  listPayments: (ctx, { body }) => listPayments(ctx, body),
  exportPayments: exportedPayments,

  async readPayment(ctx, { body }) {
    return wholePayment(ctx, body.order_ref)
  },

  async setPaymentStatus(ctx, { body }) {
    return wholePayment(ctx, await setPaymentStatus(ctx, body))
  },

  async capturePayment(ctx, { path }) {
    await wishFinish(ctx, path.order_ref, 'capture')
    return wholePayment(ctx, path.order_ref)
  },

  async voidPayment(ctx, { path }) {
    await wishFinish(ctx, path.order_ref, 'void')
    return wholePayment(ctx, path.order_ref)
  },

  async readPaymentSlip(ctx, { path }) {
    const slip = await findSlip(ctx, path.order_ref, path.slip_id)
    if (!slip) throw new Fault('notFound')
    const { name, type, content } = slip
    return { name, type, data_url: `data:${type};base64,${content.toString('base64')}` }
  },

  async readWebhookData(ctx, { path }) {
    const payment = await existingPayment(ctx, path.order_ref)
    const [webhookData, channelEvents] = await Promise.all([
      readWebhookDeliveries(ctx, await objectsOf(ctx, payment)),
      listCallbacks(ctx, payment.order_ref),
    ])
    return { webhookData, channelEvents }
  },

  async resendWebhook(ctx, { body }) {
    const payment = await existingPayment(ctx, body.order_ref)
    ctx.auditSubject(payment.order_ref)
    await resendFor(ctx, await objectsOf(ctx, payment))
    return undefined
  },
}

/** The references that a payment's webhooks can be about: the payment, its payable and its refunds. */
const objectsOf = async (ctx: Ctx, { order_ref, payable_ref }: { order_ref: string; payable_ref: string }) => [
  order_ref,
  ...(payable_ref ? [payable_ref] : []),
  ...(await listRefundIds(ctx, order_ref)),
]
