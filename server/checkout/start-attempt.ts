import type { Input } from '#contract/kit/call.ts'
import type { startAttempt as declaration } from '#contract/checkout.ts'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { paymentLinkStates } from '#contract/payment-links.ts'
import { inFlightStates } from '#contract/payments.ts'
import { tell } from '#server/kit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newReference } from '#server/kit/token.ts'
import { announcePaymentLink } from '#server/payment-links/announce.ts'
import { findPaymentLink, movePaymentLink } from '#server/payment-links/queries.ts'
import { cardChannel } from '#server/payments/channel.ts'
import { settlePayment } from '#server/payments/jobs.ts'
import { countAttempts, insertPayment, listPaymentsOfLink } from '#server/payments/queries.ts'

/**
 * Starts one attempt to pay a link; its amount is the link's, whatever the browser says. The provider is asked by a job
 * once this is committed. `wrongState` when the link is over, `inFlight` while another attempt may still take money.
 */
export async function startAttempt(
  ctx: Ctx,
  linkRef: string,
  body: Input<typeof declaration>['body'],
): Promise<string> {
  // Locks the link's row: attempts, cancelling and expiry of one link happen one after the other.
  const [link, attempts, channelKey] = await Promise.all([
    findPaymentLink(ctx, linkRef, { lock: true }),
    countAttempts(ctx, linkRef),
    cardChannel(ctx),
  ])
  if (!link) throw new Fault('notFound')
  const inTime = link.expires_at === null || link.expires_at > ctx.now
  if (!inTime || !paymentLinkStates.can(link.status, 'attempt')) throw new Fault('wrongState')
  if (attempts >= limits.linkAttempts) throw new Fault('tooManyAttempts')
  if (!channelKey) throw new Fault('channelMissing')

  const orderRef = newReference(ctx.now)
  const inserting = insertPayment(ctx, {
    orderRef,
    linkRef,
    merchantOrderRef: link.merchant_order_ref,
    amountMinor: link.amount,
    currency: link.currency,
    channelKey,
    channelToken: body.token,
    shopper: {
      name: body.shopper_name || link.customer_name,
      email: body.shopper_email || link.email,
      phone: link.phone,
      address: [link.line_1, link.line_2, link.city, link.countryCode].filter(Boolean).join(', '),
    },
    description: link.description || link.merchant_order_ref,
    source: 'payment_link',
  })
  await ctx.enqueue(settlePayment, { orderRef, asks: 0 })
  tell(ctx, 'payment', orderRef, 'initiated')
  tell(ctx, 'payment_link', linkRef, 'attempt_initiated', { order_ref: orderRef })
  const first = link.status === 'created'
  const [started] = await Promise.all([
    inserting,
    first && movePaymentLink(ctx, linkRef, 'attempt'),
    first && announcePaymentLink(ctx, linkRef),
  ])
  if (!started) throw await inFlight(ctx, linkRef)
  return orderRef
}

/** Names the attempt under way, so that the shopper's page can follow it. */
async function inFlight(ctx: Ctx, linkRef: string): Promise<Fault> {
  const attempts = await listPaymentsOfLink(ctx.db, ctx.owner, linkRef)
  const pending = attempts.find(({ status }) => (inFlightStates as readonly string[]).includes(status))
  const params = pending ? { order_ref: pending.order_ref } : {}
  return new Fault('inFlight', {
    errors: [{ path: '', reason: 'in_flight', params, text: 'Another attempt is under way.' }],
  })
}
