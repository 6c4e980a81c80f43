import type { DeclineReason } from '#contract/declines.ts'
import { wayOf } from '#contract/methods.ts'
import { newReference } from '#server/kit/auth/token.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { attemptsSoFar, type SoFar } from '#server/payments/attempts.ts'
import { expiryOf, insertPayment } from '#server/payments/insert.ts'
import { settlePayment } from '#server/payments/jobs.ts'
import { changeCharge, moveCharge, openCharges, type ChargeRow } from '#server/subscription-store/charges.ts'
import { declinedTries, findMandate, type MandateRow } from '#server/subscription-store/mandates.ts'
import { isCharged } from '#server/subscription-store/moments.ts'
import type { SubscriptionRow } from '#server/subscription-store/queries.ts'
import { isTryLeft } from '#server/subscription-store/retry-rules.ts'
import { settleFailed } from './failed.ts'
import { settleUp } from './settle-up.ts'

/** Tries the charges of a subscription whose moment has come. The caller has locked it. */
export async function tryDue(ctx: Ctx, subscription: SubscriptionRow): Promise<SubscriptionRow> {
  const open = await openCharges(ctx, subscription.order_ref)
  const due = open.filter(({ next_try_at }) => next_try_at !== null && next_try_at <= ctx.now)
  let after = subscription
  for (const charge of due) after = await claimCharge(ctx, after, charge)
  return after
}

/**
 * Claims one try of a charge: makes its payment, for which a job asks the provider after the commit. The caller has locked the
 * subscription in this transaction and read it under that lock: state, pause, amount and mandate are as they are now, and whoever cancels
 * or pauses comes before or after. Without a mandate that can be charged it fails without a try.
 */
export async function claimCharge(
  ctx: Ctx,
  subscription: SubscriptionRow,
  charge: ChargeRow,
): Promise<SubscriptionRow> {
  if (!isCharged(subscription) || subscription.paused_at) return putOff(ctx, subscription, charge, null)
  const mandate = subscription.mandate_ref ? await findMandate(ctx, subscription.mandate_ref) : undefined
  const payable = { kind: 'subscription_charge', ref: charge.charge_ref }
  const [attempts, tries] = await Promise.all([
    attemptsSoFar(ctx, payable),
    declinedTries(ctx, subscription, new Date(ctx.now.getTime() - triesOverMs)),
  ])
  // A customer is paying it by hand at this moment: what becomes of that decides.
  if (attempts.inFlight !== null) return putOff(ctx, subscription, charge, null)
  if (!attempts.active) return putOff(ctx, subscription, charge, new Date(ctx.now.getTime() + inactiveMs))
  if (mandate?.state !== 'active' || isExpired(mandate, ctx.now))
    return settleFailed(ctx, subscription, charge, reasonAgainst(mandate))
  if (!isTryLeft(tries, ctx.now)) return settleFailed(ctx, subscription, charge, charge.reason || 'EXCEEDED_MAX_LIMIT')
  const orderRef = newReference(ctx.realNow)
  begin(ctx, { subscription, charge, mandate, orderRef, attempts })
  moveCharge(ctx, charge, 'claim', {
    payment_ref: orderRef,
    claimed_at: ctx.now,
    tries: charge.tries + 1,
    first_tried_at: charge.first_tried_at ?? ctx.now,
    next_try_at: null,
  })
  return settleUp(ctx, subscription, {})
}
/** For which the tries of a mandate count. */
const triesOverMs = 30 * 86_400_000
/** How often a merchant that takes no payments is looked at again. */
const inactiveMs = 3_600_000

/** Why nothing can be charged by a mandate. */
const reasonAgainst = (mandate: MandateRow | undefined): DeclineReason =>
  mandate?.state === 'active' || mandate?.state === 'expired' ? 'INVALID_CARD_EXPIRED_ERROR' : 'MANDATE_REVOKED'
const isExpired = ({ expires_at }: MandateRow, now: Date): boolean => expires_at !== null && expires_at <= now

function putOff(ctx: Ctx, subscription: SubscriptionRow, charge: ChargeRow, until: Date | null) {
  changeCharge(ctx, charge, { next_try_at: until })
  return settleUp(ctx, subscription, {})
}

interface Try {
  subscription: SubscriptionRow
  charge: ChargeRow
  mandate: MandateRow
  orderRef: string
  attempts: SoFar
}

/** Makes the payment of a try, without the customer. */
function begin(ctx: Ctx, { subscription, charge, mandate, orderRef, attempts }: Try): void {
  const way = wayOf(mandate.method, mandate.method_sub_type)
  insertPayment(ctx, {
    orderRef,
    payable: { kind: 'subscription_charge', ref: charge.charge_ref, part: 0, sourceRef: subscription.order_ref },
    merchantOrderRef: charge.merchant_order_ref,
    amountMinor: charge.to_pay_minor,
    currency: charge.currency,
    country: subscription.country,
    channelKey: mandate.channel_key,
    channelToken: null,
    method: mandate.method,
    subType: mandate.method_sub_type,
    details: {},
    expiresAt: expiryOf({ minutes: way?.minutes ?? 60 }, null, ctx.realNow),
    shopper: {
      name: subscription.customer_name,
      email: subscription.email,
      gaveEmail: false,
      phone: subscription.phone,
      address: '',
    },
    description: charge.description || subscription.description || subscription.price_name || charge.merchant_order_ref,
    source: 'subscription',
    confirms: attempts.confirms,
    follows: attempts.count > 0,
    mandateRef: mandate.mandate_ref,
    ...(subscription.clock_ref && { simulatedAt: ctx.now }),
  })
  ctx.enqueue(settlePayment, { orderRef, asks: 0, nudge: false })
  addTimelineEntry(ctx.with({ now: ctx.realNow }), 'payment', orderRef, 'initiated')
  addTimelineEntry(ctx, 'subscription', subscription.order_ref, 'charge_tried', {
    order_ref: orderRef,
    charge_ref: charge.charge_ref,
  })
}
