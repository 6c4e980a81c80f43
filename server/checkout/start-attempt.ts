import type { Input } from '#contract/kit/call.ts'
import type { startAttempt as declaration } from '#contract/checkout.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { MethodDetails } from '#contract/method-details.ts'
import { paymentLinkStates } from '#contract/payment-links.ts'
import { tell } from '#server/kit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newReference } from '#server/kit/token.ts'
import { announcePaymentLink } from '#server/payment-links/announce.ts'
import { findPaymentLink, sendLinkMove } from '#server/payment-links/queries.ts'
import { settlePayment } from '#server/payments/jobs.ts'
import { attemptsSoFar } from '#server/payments/attempts.ts'
import { insertPayment, type NewPayment } from '#server/payments/insert.ts'
import { type OfferedWay, readChannelWays, waysFor } from '#server/payments/ways.ts'
import { listReceivers } from '#server/webhooks/queries.ts'

type Body = Input<typeof declaration>['body']

/**
 * Starts one attempt to pay a link; its amount is the link's, whatever the browser says. The provider is asked by a job
 * once this is committed. `wrongState` when the link is over, `inFlight` while another attempt may still take money,
 * `merchantInactive` when its merchant is, `channelMissing` when no channel takes this method for this link, `invalidRequest` when what it asks for is not given.
 */
export async function startAttempt(ctx: Ctx, linkRef: string, body: Body): Promise<NewPayment> {
  // Locks the link's row: attempts, cancelling and expiry of one link happen one after the other.
  // Who is to be told is read ahead.
  const [link, attempts, rows] = await Promise.all([
    findPaymentLink(ctx, linkRef, { lock: true }),
    attemptsSoFar(ctx, linkRef),
    readChannelWays(ctx),
    listReceivers(ctx),
  ])
  if (!link) throw new Fault('notFound')
  if (!attempts.active) throw new Fault('merchantInactive')
  const inTime = link.expires_at === null || link.expires_at > ctx.now
  if (!inTime || !paymentLinkStates.can(link.status, 'attempt')) throw new Fault('wrongState')
  if (attempts.count >= limits.linkAttempts) throw new Fault('tooManyAttempts')
  const way = chosen(waysFor(rows, link), body)
  if (!way) throw new Fault('channelMissing')
  const details = given(way, body)
  if (attempts.inFlight !== null) throw inFlight(attempts.inFlight)

  const payment: NewPayment = {
    orderRef: newReference(ctx.now),
    linkRef,
    merchantOrderRef: link.merchant_order_ref,
    amountMinor: link.amount,
    currency: link.currency,
    method: way.type,
    subType: way.subType,
    details,
    expiresAt: lastMoment(way, link.expires_at, ctx.now),
    channelKey: way.channelKey,
    channelToken: way.asks.includes('card') ? (body.token ?? '') : null,
    shopper: {
      name: body.shopper_name || link.customer_name,
      email: body.shopper_email || link.email,
      phone: body.phone || link.phone,
      address: [link.line_1, link.line_2, link.city, link.countryCode].filter(Boolean).join(', '),
    },
    description: link.description || link.merchant_order_ref,
    source: 'payment_link',
  }
  insertPayment(ctx, payment)
  const { orderRef } = payment
  await ctx.enqueue(settlePayment, { orderRef, asks: 0, nudge: false })
  tell(ctx, 'payment', orderRef, 'initiated')
  tell(ctx, 'payment_link', linkRef, 'attempt_initiated', { order_ref: orderRef })
  if (link.status === 'created') {
    sendLinkMove(ctx, linkRef, 'attempt')
    await announcePaymentLink(ctx, linkRef)
  }
  return payment
}

/** Without a sub-type it is the first that there is; with a card, the first that takes one. */
const chosen = (offered: readonly OfferedWay[], { method = 'CARD', sub_type: subType }: Body): OfferedWay | undefined =>
  offered.find((way) => way.type === method && (subType ? way.subType === subType : method !== 'CARD' || way.brands))

/** What the method asks for and nothing else; a field fault names the first that is missing. */
function given(way: OfferedWay, body: Body): MethodDetails {
  const missing = (path: string) => fieldFault('invalidRequest', path, 'required', 'This is required.')
  if (way.asks.includes('card') && !body.token) throw missing('token')
  if (way.asks.includes('phone') && !body.phone) throw missing('phone')
  if (way.asks.includes('upi_id') && !body.upi_id) throw missing('upi_id')
  if (way.asks.includes('plan') && !body.plan_months) throw missing('plan_months')
  return {
    ...(body.language && { language: body.language }),
    ...(way.asks.includes('phone') && { phone: body.phone }),
    ...(way.asks.includes('upi_id') && { upi_id: body.upi_id }),
    ...(way.asks.includes('plan') && { plan_months: body.plan_months }),
  }
}

/** The method's own time, but not beyond the link's: money that comes after that is late. */
function lastMoment(way: OfferedWay, linkExpiresAt: Date | null, now: Date): Date {
  const own = new Date(now.getTime() + way.minutes * 60_000)
  return linkExpiresAt && linkExpiresAt < own ? linkExpiresAt : own
}

/** Names the attempt under way, so that the shopper's page can follow it. */
const inFlight = (orderRef: string) =>
  new Fault('inFlight', {
    errors: [{ path: '', reason: 'in_flight', params: { order_ref: orderRef }, text: 'Another attempt is under way.' }],
  })
