import type { Input } from '#contract/kit/call.ts'
import type { startAttempt as declaration } from '#contract/checkout.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { MethodDetails } from '#contract/method-details.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newReference } from '#server/kit/auth/token.ts'
import { mayAttempt, payableOf, type PayableRef } from '#server/payables/payable.ts'
import { settlePayment } from '#server/payments/jobs.ts'
import { attemptsSoFar } from '#server/payments/attempts.ts'
import { insertPayment, type NewPayment } from '#server/payments/insert.ts'
import { type OfferedWay, readChannelWays } from '#server/channels/ways.ts'
import { listReceivers } from '#server/webhooks/queries.ts'
import { waysTaken } from './ways-taken.ts'

type Body = Input<typeof declaration>['body']

/**
 * Starts one attempt to pay a payable; the payable decides the amount. A job sends the request to the provider after the
 * commit. Throws `wrongState` when the payable is paid or over, `inFlight` while another attempt may still take money,
 * `merchantInactive` when its merchant is, `channelMissing` when no channel takes this method for it, `invalidRequest` when
 * a field that the method requires is missing, and the errors of the payable's `begin`.
 * @param chosenMinor the amount that the shopper chose, in minor units, where the payable leaves the choice to them.
 */
export async function startAttempt(
  ctx: Ctx,
  payable: PayableRef,
  body: Body,
  chosenMinor?: bigint,
): Promise<NewPayment> {
  const of = payableOf(ctx, payable.kind)
  // Locks the payable's row: attempts, cancelling and expiry of one happen one after the other.
  // The receivers of webhooks are read in the same round trip.
  const [standing, attempts, rows] = await Promise.all([
    of.lock(ctx, payable.ref),
    attemptsSoFar(ctx, payable),
    readChannelWays(ctx),
    listReceivers(ctx),
  ])
  if (!standing) throw new Fault('notFound')
  if (!attempts.active) throw new Fault('merchantInactive')
  if (!mayAttempt(standing, ctx.now)) throw new Fault('wrongState')
  if (attempts.count >= limits.attempts) throw new Fault('tooManyAttempts')
  const way = chosen(waysTaken(rows, standing), body)
  if (!way) throw new Fault('channelMissing')
  const details = given(way, body)
  if (attempts.inFlight !== null) throw inFlight(attempts.inFlight)

  const orderRef = newReference(ctx.now)
  const { amountMinor, part } = await of.begin(ctx, standing, { orderRef, amountMinor: chosenMinor })
  const { shopper } = standing
  const payment: NewPayment = {
    orderRef,
    payable: { ...payable, part, sourceRef: standing.sourceRef },
    merchantOrderRef: standing.merchantOrderRef,
    amountMinor,
    currency: standing.currency,
    country: standing.country,
    method: way.type,
    subType: way.subType,
    details,
    expiresAt: lastMoment(way, standing.expiresAt, ctx.now),
    channelKey: way.channelKey,
    channelToken: way.asks.includes('card') ? (body.token ?? '') : null,
    shopper: {
      name: body.shopper_name || shopper.name,
      email: body.shopper_email || shopper.email,
      gaveEmail: Boolean(body.shopper_email),
      phone: body.phone || shopper.phone,
      address: shopper.address,
    },
    description: standing.description || standing.merchantOrderRef,
    source: of.source,
  }
  insertPayment(ctx, payment)
  ctx.enqueue(settlePayment, { orderRef, asks: 0, nudge: false })
  addTimelineEntry(ctx, 'payment', orderRef, 'initiated')
  addTimelineEntry(ctx, of.objectType, payable.ref, 'attempt_initiated', { order_ref: orderRef })
  return payment
}

/** The requested way to pay. Without a sub-type it is the first of the method; for a card, the first that takes one. */
const chosen = (offered: readonly OfferedWay[], { method = 'CARD', sub_type: subType }: Body): OfferedWay | undefined =>
  offered.find((way) => way.type === method && (subType ? way.subType === subType : method !== 'CARD' || way.brands))

/** The fields that the method requires and no others; a field fault names the first that is missing. */
function given(way: OfferedWay, body: Body): MethodDetails {
  const missing = (path: string) => fieldFault('invalidRequest', path, 'required', 'This is required.')
  if (way.asks.includes('card') && !body.token) throw missing('token')
  if (way.asks.includes('phone') && !body.phone) throw missing('phone')
  if (way.asks.includes('upi_id') && !body.upi_id) throw missing('upi_id')
  if (way.asks.includes('plan') && !body.plan_months) throw missing('plan_months')
  if (way.banks && !body.bank) throw missing('bank')
  if (way.banks && !Object.hasOwn(way.banks, body.bank ?? ''))
    throw fieldFault('invalidRequest', 'bank', 'not_a_choice', 'This is not one of the choices.')
  return {
    ...(body.language && { language: body.language }),
    ...(way.asks.includes('phone') && { phone: body.phone }),
    ...(way.asks.includes('upi_id') && { upi_id: body.upi_id }),
    ...(way.asks.includes('plan') && { plan_months: body.plan_months }),
    ...(way.banks && { bank: body.bank }),
  }
}

/** The expiry of the attempt: the method's own limit, but not beyond the payable's expiry, after which money is late. */
function lastMoment(way: OfferedWay, payableExpiresAt: Date | null, now: Date): Date {
  const own = new Date(now.getTime() + way.minutes * 60_000)
  return payableExpiresAt && payableExpiresAt < own ? payableExpiresAt : own
}

/** Names the attempt under way, so that the shopper's page can follow it. */
const inFlight = (orderRef: string) =>
  new Fault('inFlight', {
    errors: [{ path: '', reason: 'in_flight', params: { order_ref: orderRef }, text: 'Another attempt is under way.' }],
  })
