import type { Input } from '#contract/kit/call.ts'
import type { startAttempt as declaration } from '#contract/checkout.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { MethodDetails } from '#contract/method-details.ts'
import { toMinor } from '#contract/kit/money.ts'
import { dialled } from '#contract/methods.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newReference } from '#server/kit/auth/token.ts'
import { mayAttempt, payableOf, type PayableRef, type Standing } from '#server/payables/payable.ts'
import { settlePayment } from '#server/payments/jobs.ts'
import { attemptsSoFar } from '#server/payments/attempts.ts'
import { expiryOf, insertPayment, nameNext, type NewPayment } from '#server/payments/insert.ts'
import { chooseRoute } from '#server/routing/choose.ts'
import { readRouting } from '#server/routing/read.ts'
import { atChannel, type AtChannel } from '#server/channels/at-channel.ts'
import { type OfferedWay, readChannelWays } from '#server/channels/ways.ts'
import { listReceivers } from '#server/webhooks/queries.ts'
import { waysTaken } from './ways-taken.ts'

type Body = Input<typeof declaration>['body']

/**
 * Starts one attempt to pay a payable; the payable decides the amount. A job sends the request to the provider after the
 * commit. Throws `wrongState` when the payable is paid or over, `inFlight` while another attempt may still take money,
 * `merchantInactive` when its merchant is, `channelMissing` when no channel takes this method for it, `channelChanged` when the
 * channel of a card's token no longer does, `invalidRequest` when
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
  // The receivers of webhooks and the rules of routing are read in the same round trip.
  const [standing, attempts, rows, routing] = await Promise.all([
    of.lock(ctx, payable.ref),
    attemptsSoFar(ctx, payable),
    readChannelWays(ctx),
    readRouting(ctx),
    listReceivers(ctx),
  ])
  if (!standing) throw new Fault('notFound')
  if (!attempts.active) throw new Fault('merchantInactive')
  if (!mayAttempt(standing, ctx.now)) throw new Fault('wrongState')
  if (attempts.count >= limits.attempts) throw new Fault('tooManyAttempts')
  if (attempts.inFlight !== null) throw inFlight(attempts.inFlight)
  const orderRef = newReference(ctx.now)
  // The bounds of channels are about the amount of this attempt, which the payable decides.
  const begun = await of.begin(ctx, standing, { orderRef, amountMinor: chosenMinor ?? wishedMinor(standing, body) })
  const { amountMinor, part, expiresAt = standing.expiresAt } = begun
  const way = chosen(waysTaken(rows, standing, amountMinor), body)
  if (!way) throw new Fault('channelMissing')
  const order = { ...standing, amountMinor, source: of.source, left: attempts.left }
  const route = await chooseRoute(ctx, routing, order, way, body)
  const taker = way.takers.find(({ channelKey }) => channelKey === route.channelKey)
  const at = atChannel(way, taker?.catalogueKey ?? '')
  const isPages = !body.channel || body.channel === route.channelKey
  const details = given({ ...at, callingCode: way.callingCode }, taker?.planMonths ?? [], body, isPages)

  const { shopper } = standing
  // A shopper who enters a card again after a failure by the provider's fault continues that attempt at another channel.
  const follows = attempts.failed?.method === way.type ? attempts.failed : null
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
    expiresAt: expiryOf(way, expiresAt, ctx.now),
    channelKey: route.channelKey,
    channelToken: at.asks.includes('card') ? (body.token ?? '') : null,
    shopper: {
      name: body.shopper_name || shopper.name,
      email: body.shopper_email || shopper.email,
      gaveEmail: Boolean(body.shopper_email),
      phone: body.phone || shopper.phone,
      address: shopper.address,
    },
    description: standing.description || standing.merchantOrderRef,
    source: of.source,
    confirms: attempts.confirms,
    route: { ...route, failoverFrom: follows?.orderRef ?? '' },
  }
  insertPayment(ctx, payment)
  if (follows) nameNext(ctx, follows.orderRef, orderRef)
  ctx.enqueue(settlePayment, { orderRef, asks: 0, nudge: false })
  addTimelineEntry(ctx, 'payment', orderRef, 'initiated')
  addTimelineEntry(ctx, of.objectType, payable.ref, 'attempt_initiated', { order_ref: orderRef })
  return payment
}

/** The amount that the shopper chose; undefined where they said nothing. Only a payable that takes parts leaves the choice to them. */
function wishedMinor({ amountMinor, leastMinor, currency }: Standing, { amount }: Body): bigint | undefined {
  if (amount === undefined) return undefined
  const minor = toMinor(amount, currency)
  if (typeof minor === 'string') throw fieldFault('invalidRequest', 'amount', minor)
  if (leastMinor === undefined && minor !== amountMinor)
    throw fieldFault('invalidRequest', 'amount', 'not_a_choice', 'This is not what is due.')
  return minor
}

/** The requested way to pay. Without a sub-type it is the first of the method; for a card, the first that takes one. */
const chosen = (offered: readonly OfferedWay[], { method = 'CARD', sub_type: subType }: Body): OfferedWay | undefined =>
  offered.find((way) => way.type === method && (subType ? way.subType === subType : method !== 'CARD' || way.brands))

/**
 * The fields that the method requires and no others; a field fault names the first that is missing.
 * @param isPages the page was made for this channel; otherwise it has to be loaded anew for what is missing.
 */
function given(
  { asks, banks, callingCode }: AtChannel & { callingCode: string | undefined },
  planMonths: readonly number[],
  body: Body,
  isPages: boolean,
): MethodDetails {
  const fault = (path: string, reason: string, text: string) =>
    isPages ? fieldFault('invalidRequest', path, reason, text) : new Fault('channelChanged')
  const missing = (path: string) => fault(path, 'required', 'This is required.')
  const noChoice = (path: string) => fault(path, 'not_a_choice', 'This is not one of the choices.')
  if (asks.includes('card') && !body.token) throw missing('token')
  if (asks.includes('phone') && !body.phone) throw missing('phone')
  const phone = callingCode ? dialled(body.phone ?? '', callingCode) : body.phone
  if (asks.includes('phone') && !phone) throw fault('phone', 'not_a_phone', 'This is no number of the way’s country.')
  if (asks.includes('upi_id') && !body.upi_id) throw missing('upi_id')
  if (asks.includes('plan') && !body.plan_months) throw missing('plan_months')
  if (asks.includes('plan') && !planMonths.includes(body.plan_months ?? 0)) throw noChoice('plan_months')
  if (banks && !body.bank) throw missing('bank')
  if (banks && !Object.hasOwn(banks, body.bank ?? '')) throw noChoice('bank')
  return {
    ...(body.language && { language: body.language }),
    ...(asks.includes('phone') && phone && { phone }),
    ...(asks.includes('upi_id') && { upi_id: body.upi_id }),
    ...(asks.includes('plan') && { plan_months: body.plan_months }),
    ...(banks && { bank: body.bank }),
  }
}

/** Names the attempt under way, so that the shopper's page can follow it. */
const inFlight = (orderRef: string) =>
  new Fault('inFlight', {
    errors: [{ path: '', reason: 'in_flight', params: { order_ref: orderRef }, text: 'Another attempt is under way.' }],
  })
