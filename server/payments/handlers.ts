import type * as contract from '#contract/payments.ts'
import { Fault } from '#contract/faults.ts'
import { readTimeline } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { listRefundIds } from '#server/refunds/queries.ts'
import { readWebhookDeliveries } from '#server/webhooks/history.ts'
import { resendFor } from '#server/webhooks/resend.ts'
import { listCallbacks } from './callback-rows.ts'
import { exportedPayments, listPayments } from './list.ts'
import { listOtherAttempts } from './attempts.ts'
import { listPostings } from './postings.ts'
import { findPayment } from './queries.ts'
import { setPaymentStatus } from './set-status.ts'
import { findSlip, listSlips } from './slip-rows.ts'
import { shownDetails } from './shown-details.ts'

export const paymentHandlers: Handlers<typeof contract> = {
  listPayments: (ctx, { body }) => listPayments(ctx, body),
  exportPayments: exportedPayments,

  async readPayment(ctx, { body }) {
    return whole(ctx, body.order_ref)
  },

  async setPaymentStatus(ctx, { body }) {
    return whole(ctx, await setPaymentStatus(ctx, body))
  },

  async readPaymentSlip(ctx, { path }) {
    const slip = await findSlip(ctx, path.order_ref, path.slip_id)
    if (!slip) throw new Fault('notFound')
    const { name, type, content } = slip
    return { name, type, data_url: `data:${type};base64,${content.toString('base64')}` }
  },

  async readWebhookData(ctx, { path }) {
    const payment = await existing(ctx, path.order_ref)
    const [webhookData, channelEvents] = await Promise.all([
      readWebhookDeliveries(ctx, await objectsOf(ctx, payment)),
      listCallbacks(ctx, payment.order_ref),
    ])
    return { webhookData, channelEvents }
  },

  async resendWebhook(ctx, { body }) {
    const payment = await existing(ctx, body.order_ref)
    ctx.auditSubject(payment.order_ref)
    await resendFor(ctx, await objectsOf(ctx, payment))
    return undefined
  },
}

/** A payment with everything that its page shows. */
async function whole(ctx: Ctx, orderRef: string) {
  const [payment, timeline, payment_slip, postings] = await Promise.all([
    existing(ctx, orderRef),
    readTimeline(ctx, 'payment', orderRef),
    listSlips(ctx, orderRef),
    listPostings(ctx, orderRef),
  ])
  const [details, attempts] = await Promise.all([shownDetails(payment), listOtherAttempts(ctx, payment)])
  return { ...payment, ...details, direct_bank_transfer_details: { payment_slip }, timeline, attempts, postings }
}

async function existing(ctx: Ctx, orderRef: string) {
  const payment = await findPayment(ctx, orderRef)
  if (!payment) throw new Fault('notFound')
  return payment
}

/** The references that a payment's webhooks can be about: the payment, its payable and its refunds. */
const objectsOf = async (ctx: Ctx, { order_ref, payable_ref }: { order_ref: string; payable_ref: string }) => [
  order_ref,
  ...(payable_ref ? [payable_ref] : []),
  ...(await listRefundIds(ctx, order_ref)),
]
