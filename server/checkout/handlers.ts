import type * as contract from '#contract/checkout.ts'
import { Fault } from '#contract/faults.ts'
import type { Output } from '#contract/kit/call.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { findPaymentLink } from '#server/payment-links/queries.ts'
import { findPayment } from '#server/payments/queries.ts'
import { returnAddress } from './return-address.ts'
import { startAttempt } from './start-attempt.ts'

type Attempt = Output<typeof contract.readAttempt>

export const checkoutHandlers: Handlers<typeof contract> = {
  async startAttempt(ctx, { path, body }) {
    const order_ref = await startAttempt(ctx, path.ref, body)
    return { order_ref, state: 'waiting', reason: '', redirect_url: '' }
  },

  readAttempt: (ctx, { path }) => readAttempt(ctx, path.ref, path.order_ref),
}

async function readAttempt(ctx: Ctx, linkRef: string, orderRef: string): Promise<Attempt> {
  const [payment, link] = await Promise.all([findPayment(ctx, orderRef), findPaymentLink(ctx, linkRef)])
  if (!payment || !link || payment.link_ref !== linkRef) throw new Fault('notFound')
  const over = payment.status === 'Failed' || payment.status === 'Expired'
  const state = payment.status === 'Success' ? 'paid' : over ? 'declined' : 'waiting'
  const redirect_url = state === 'paid' ? await returnAddress(ctx, link.success_url, payment) : ''
  return { order_ref: orderRef, state, reason: state === 'declined' ? payment.status_reason : '', redirect_url }
}
