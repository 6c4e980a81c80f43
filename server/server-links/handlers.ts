import type * as contract from '#contract/server-links.ts'
import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { listAttempts } from '#server/payments/attempts.ts'
import { createPaymentLink } from '#server/payment-links/create.ts'
import { findLinkOfOrder, findPaymentLink } from '#server/payment-links/queries.ts'
import { updatePaymentLink } from '#server/payment-links/update.ts'
import { linkWithTimeline } from '#server/payment-links/with-timeline.ts'
import { changeOf, linkOf } from './link-of.ts'

export const handlers: Handlers<typeof contract> = {
  async createPaymentLinkByServer(ctx, { body }) {
    const content = await createPaymentLink(ctx, linkOf(ctx, body))
    return { content, payment_link_ref: content.link_ref, payment_link: content.link }
  },

  async updatePaymentLink(ctx, { path, body }) {
    await updatePaymentLink(ctx, path.ref, changeOf(body))
    return linkWithTimeline(ctx, path.ref)
  },

  fetchPaymentLinkStatus: (ctx, { path }) => statusOf(ctx, path.ref),
  readPaymentLinkStatus: (ctx, { path }) => statusOfOrder(ctx, path.merchantLinkRef),
  readPaymentLinkStatusOnly: (ctx, { path }) => statusOfOrder(ctx, path.merchantLinkRef),
}

async function statusOfOrder(ctx: Ctx, merchantOrderRef: string) {
  const linkRef = await findLinkOfOrder(ctx, merchantOrderRef)
  if (linkRef === undefined) throw new Fault('notFound')
  return statusOf(ctx, linkRef)
}

async function statusOf(ctx: Ctx, linkRef: string) {
  const [link, attempts] = await Promise.all([
    findPaymentLink(ctx, linkRef),
    listAttempts(ctx, { kind: 'link', ref: linkRef }),
  ])
  if (!link) throw new Fault('notFound')
  return {
    merchantOrderRef: link.merchant_order_ref,
    paymentLinkRef: link.link_ref,
    status: link.status,
    transactionsList: attempts.map((attempt) => ({
      orderRef: attempt.order_ref,
      channelOrderRef: attempt.channel_order_ref,
      merchantOrderRef: attempt.merchant_order_ref,
      createdAt: attempt.created_at,
      status: attempt.status,
      statusCode: attempt.status === 'Success' ? '2000' : attempt.status_code,
      statusReason: attempt.status === 'Success' ? 'SUCCESS' : attempt.status_reason,
    })),
  }
}
