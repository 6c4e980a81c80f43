import { defaultLanguage } from '#i18n/languages.ts'
import type { Input, Output } from '#contract/kit/call.ts'
import type { readSetUp as readCall, startSetUp as declaration } from '#contract/subscription-set-up.ts'
import { declineReasons, type DeclineReason } from '#contract/declines.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { isActive } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { readChannelWays } from '#server/channels/ways.ts'
import { actionOf, noAction } from '#server/checkout/read-attempt.ts'
import { chosen, given } from '#server/checkout/chosen-way.ts'
import { waysTaken } from '#server/checkout/ways-taken.ts'
import { atChannel } from '#server/channels/at-channel.ts'
import { hasAttemptInFlight } from '#server/payments/attempts.ts'
import { commonOf } from '#server/subscription-charges/payable.ts'
import { recurringMinor } from '#server/subscription-store/moments.ts'
import { agree, consentText } from '#server/subscription-charges/consent.ts'
import { revokeOne } from '#server/subscription-charges/end.ts'
import { setUpJob } from '#server/subscription-charges/job-data.ts'
import { subscriptionReturn } from '#server/subscription-charges/return-to.ts'
import { inTimeOf } from '#server/subscription-store/clocks.ts'
import { findMandate, type MandateRow } from '#server/subscription-store/mandates.ts'
import { existingPrice } from '#server/subscription-store/prices.ts'
import { existingSubscription, type SubscriptionRow } from '#server/subscription-store/queries.ts'
import { setUpLines } from '#server/subscription-store/upcoming.ts'

type Body = Input<typeof declaration>['body']
type SetUp = Output<typeof readCall>

/**
 * Begins the set-up of a subscription that takes no money yet: what its customer agrees to is written down, and a job asks the provider
 * for a mandate. Throws `wrongState` where the set-up takes money, is done or over, or its price is cancelled, and `inFlight` while it is
 * being paid.
 */
export async function startSetUp(ctx: Ctx, orderRef: string, body: Body): Promise<SetUp> {
  const subscription = await existingSubscription(ctx, orderRef, { lock: true })
  const then = await inTimeOf(ctx, subscription)
  if (subscription.status !== 'created' || subscription.expires_at <= then.now) throw new Fault('wrongState')
  const price = await existingPrice(ctx, subscription.price_ref, { lock: 'keep' })
  if (price.cancelled_at) throw new Fault('wrongState', { why: 'its price is cancelled' })
  if (setUpLines(subscription, then.now).length > 0) throw new Fault('wrongState', { why: 'its set-up takes money' })
  return beginMandate(ctx, subscription, body)
}

/**
 * The same for another method of a subscription that goes on; what is unpaid is tried with it as soon as it is there. The newest takes
 * the place of one that waits. Throws `tooManyAttempts` for the twenty-first in a day.
 */
export async function beginMandate(ctx: Ctx, subscription: SubscriptionRow, body: Body): Promise<SetUp> {
  const { order_ref: orderRef } = subscription
  const [active, rows, waiting, tries, paying] = await Promise.all([
    isActive(ctx),
    readChannelWays(ctx),
    requestedOf(ctx, orderRef),
    triesToday(ctx, orderRef),
    hasAttemptInFlight(ctx, { kind: 'subscription', ref: orderRef }),
  ])
  if (!active) throw new Fault('merchantInactive')
  const language = body.language ?? defaultLanguage
  if (body.consent && body.consent !== (await consentText(ctx, subscription, language)))
    throw fieldFault('invalidRequest', 'consent', 'contradicts', 'What is agreed to has changed.')
  if (paying) throw new Fault('inFlight')
  if (tries >= limits.attempts) throw new Fault('tooManyAttempts')
  // Whoever left their bank's page and begins anew is not held up by that: what they agreed to there is ended.
  if (waiting) await revokeOne(ctx, waiting.mandate_ref, 'replaced')
  // Nothing is paid now; the bounds of channels are about each later charge.
  const amountMinor = recurringMinor(subscription) || subscription.max_minor || 1n
  const asked = { method: 'SUBSCRIPTION_CARD' as const, ...body }
  const way = chosen(waysTaken(rows, { ...commonOf(subscription), amountMinor }), asked)
  if (!way) throw new Fault('channelMissing')
  const taker =
    way.takers.find(({ channelKey, unfit }) => channelKey === body.channel && unfit === null) ??
    way.takers.find(({ channelKey }) => channelKey === way.channelKey)
  const isPages = !body.channel || body.channel === taker?.channelKey
  const at = atChannel(way, taker?.catalogueKey ?? '')
  const details = given({ ...at, callingCode: way.callingCode }, [], asked, isPages)
  const mandate = await agree(ctx, subscription, {
    channelKey: taker?.channelKey ?? way.channelKey,
    channelToken: at.asks.includes('card') ? (body.token ?? '') : null,
    method: way.type,
    subType: way.subType,
    details,
    language,
    email: body.shopper_email ?? '',
  })
  ctx.enqueue(setUpJob, { mandateRef: mandate.mandate_ref, asks: 0 })
  addTimelineEntry(ctx, 'subscription', orderRef, 'mandate_asked')
  return shown(ctx, subscription, mandate)
}

/** How a set-up without money stands. Throws `notFound` for one of another subscription. */
export async function readSetUp(ctx: Ctx, orderRef: string, mandateRef: string): Promise<SetUp> {
  const [subscription, mandate] = await Promise.all([existingSubscription(ctx, orderRef), findMandate(ctx, mandateRef)])
  if (mandate?.order_ref !== orderRef) throw new Fault('notFound')
  return shown(ctx, subscription, mandate)
}

async function shown(ctx: Ctx, subscription: SubscriptionRow, mandate: MandateRow): Promise<SetUp> {
  const state = mandate.state === 'requested' ? 'waiting' : mandate.state === 'active' ? 'done' : 'declined'
  const reason = state === 'declined' ? reasonOf(mandate) : ''
  return {
    mandate_ref: mandate.mandate_ref,
    state,
    reason,
    redirect_url:
      state === 'waiting'
        ? ''
        : await subscriptionReturn(ctx, subscription, {
            order_ref: subscription.order_ref,
            channel_order_ref: mandate.provider_ref,
            amount_minor: 0n,
            succeeded: state === 'done',
            status_reason: reason,
            language: mandate.language,
          }),
    method: mandate.method,
    sub_type: mandate.method_sub_type,
    action: state === 'waiting' ? await actionOf(mandate.method_details) : noAction,
  }
}

const reasonOf = ({ end_reason }: MandateRow): DeclineReason | '' =>
  declineReasons.find((reason) => reason === end_reason) ?? ''

/** How many mandates were asked for within a day. Index: mandates_of_subscription. */
async function triesToday(ctx: Ctx, orderRef: string): Promise<number> {
  const { count } = await ctx.own
    .select('mandates')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('order_ref', '=', orderRef)
    .where('agreed_at', '>', new Date(ctx.now.getTime() - 86_400_000))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether a mandate without money is being asked for. Index: mandates_of_subscription. */
const requestedOf = (ctx: Ctx, orderRef: string) =>
  ctx.own
    .select('mandates')
    .select('mandate_ref')
    .where('order_ref', '=', orderRef)
    .where('state', '=', 'requested')
    .whereRef('provider_key', '=', 'mandate_ref')
    .executeTakeFirst()
