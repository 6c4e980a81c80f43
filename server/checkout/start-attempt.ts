import type { Input } from '#contract/kit/call.ts'
import type { startAttempt as declaration } from '#contract/checkout.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { toMinor } from '#contract/kit/money.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newReference } from '#server/kit/auth/token.ts'
import { mayAttempt, payableOf, type PayableRef, type Standing } from '#server/payables/payable.ts'
import { settlePayment } from '#server/payments/jobs.ts'
import { attemptsSoFar } from '#server/payments/attempts.ts'
import { expiryOf, insertPayment, nameNext, type NewPayment } from '#server/payments/insert.ts'
import { chooseRoute } from '#server/routing/choose.ts'
import { readRouting, routingOf } from '#server/routing/read.ts'
import { atChannel } from '#server/channels/at-channel.ts'
import { readChannelWays } from '#server/channels/ways.ts'
import { listReceivers } from '#server/webhooks/queries.ts'
import { chosen, given } from './chosen-way.ts'
import { checkConsent, languageOfPage } from './consent.ts'
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
  await checkConsent(ctx, of, standing, body)
  const orderRef = newReference(ctx.now)
  // The bounds of channels are about the amount of this attempt, which the payable decides.
  const begun = await of.begin(ctx, standing, { orderRef, amountMinor: chosenMinor ?? wishedMinor(standing, body) })
  const { amountMinor, part, expiresAt = standing.expiresAt } = begun
  const way = chosen(waysTaken(rows, standing, amountMinor), body)
  if (!way) throw new Fault('channelMissing')
  const order = { ...standing, amountMinor, source: of.source, left: attempts.left }
  const route = await chooseRoute(ctx, routingOf(routing, standing), order, way, body)
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
    follows: attempts.count > 0,
    ...(standing.authorisesOnly && { authorisesOnly: true }),
    ...(standing.simulatedAt && { simulatedAt: standing.simulatedAt }),
    route: { ...route, failoverFrom: follows?.orderRef ?? '' },
  }
  insertPayment(ctx, payment)
  await of.begun?.(ctx, standing, {
    orderRef,
    channelKey: payment.channelKey,
    method: way.type,
    subType: way.subType,
    language: languageOfPage(body),
    email: body.shopper_email ?? '',
  })
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

/** Names the attempt under way, so that the shopper's page can follow it. */
const inFlight = (orderRef: string) =>
  new Fault('inFlight', {
    errors: [{ path: '', reason: 'in_flight', params: { order_ref: orderRef }, text: 'Another attempt is under way.' }],
  })
