import type * as contract from '#contract/payments.ts'
import { Fault } from '#contract/faults.ts'
import { readTimeline } from '#server/kit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { listRefundIds } from '#server/refunds/queries.ts'
import { readWebhookDeliveries } from '#server/webhooks/history.ts'
import { resendFor } from '#server/webhooks/resend.ts'
import { listCallbacks } from './callback-rows.ts'
import { listPayments } from './list.ts'
import { listOtherAttempts } from './of-order.ts'
import { listPostings } from './postings.ts'
import { findPayment, type FoundPayment } from './queries.ts'
import { setPaymentStatus } from './set-status.ts'
import { shownDetails } from './shown-details.ts'

export const paymentHandlers: Handlers<typeof contract> = {
  listPayments: (ctx, { body }) => listPayments(ctx, body),

  async readPayment(ctx, { body }) {
    const [payment, timeline] = await Promise.all([
      existing(ctx, body.order_ref),
      readTimeline(ctx, 'payment', body.order_ref),
    ])
    return whole(ctx, payment, timeline)
  },

  async setPaymentStatus(ctx, { body }) {
    const orderRef = await setPaymentStatus(ctx, body)
    return whole(ctx, await existing(ctx, orderRef), await readTimeline(ctx, 'payment', orderRef))
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
    ctx.about(payment.order_ref)
    await resendFor(ctx, await objectsOf(ctx, payment))
    return undefined
  },
}

/** A payment with all that its page shows. */
async function whole(ctx: Ctx, payment: FoundPayment, timeline: Awaited<ReturnType<typeof readTimeline>>) {
  const [details, attempts, postings] = await Promise.all([
    shownDetails(payment),
    listOtherAttempts(ctx, payment),
    listPostings(ctx, payment.order_ref),
  ])
  return { ...payment, ...details, timeline, attempts, postings }
}

async function existing(ctx: Ctx, orderRef: string) {
  const payment = await findPayment(ctx, orderRef)
  if (!payment) throw new Fault('notFound')
  return payment
}

/** What the webhooks of a payment are about: itself, the link that it pays and its refunds. */
const objectsOf = async (ctx: Ctx, { order_ref, link_ref }: { order_ref: string; link_ref: string }) => [
  order_ref,
  ...(link_ref ? [link_ref] : []),
  ...(await listRefundIds(ctx, order_ref)),
]
