import { Fault } from '#contract/faults.ts'
import { chargeStates } from '#contract/subscription-states.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { findCharge, moveCharge, openCharges, returnCredit } from '#server/subscription-store/charges.ts'
import { isCharged } from '#server/subscription-store/moments.ts'
import { publishSubscriptionWebhook } from '#server/subscription-store/publish-webhook.ts'
import { wrongState, type SubscriptionRow } from '#server/subscription-store/queries.ts'
import { settleUp } from './settle-up.ts'

/**
 * Lets an unpaid charge be, with all that it carries: it is never charged, and its periods count as written off. One that is forgiven
 * stays so. The caller has locked the subscription. Throws `notFound`, `inFlight` while it is being tried, and `wrongState` for one that is
 * settled, is of a change, or is carried by a later charge, and for a subscription that is not charged.
 */
export async function forgive(
  ctx: Ctx,
  subscription: SubscriptionRow,
  { chargeRef, reason }: { chargeRef: string; reason: string },
): Promise<SubscriptionRow> {
  const charge = await findCharge(ctx, chargeRef)
  if (charge?.order_ref !== subscription.order_ref) throw new Fault('notFound')
  if (!isCharged(subscription)) throw wrongState(subscription)
  if (charge.state === 'forgiven') return subscription
  if (charge.state === 'trying') throw new Fault('inFlight')
  if (charge.state === 'carried') throw new Fault('wrongState', { why: 'it is part of a later charge' })
  if (charge.kind === 'change' || !chargeStates.can(charge.state, 'forgive'))
    throw new Fault('wrongState', { why: `the charge is ${charge.state}` })
  const open = await openCharges(ctx, subscription.order_ref)
  const forgiven = [charge, ...open.filter(({ carried_by }) => carried_by === chargeRef)]
  for (const one of forgiven) moveCharge(ctx, one, 'forgive')
  const { credit_minor } = returnCredit(ctx, subscription, charge)
  const periods = forgiven.filter(({ kind }) => kind === 'period').length
  const counted_periods = subscription.counted_periods + periods
  addTimelineEntry(ctx, 'subscription', subscription.order_ref, 'charge_forgiven', {
    charge_ref: chargeRef,
    ...(reason && { reason }),
  })
  const settled = await settleUp(ctx, subscription, { credit_minor, counted_periods }, { clears: true })
  if (settled.status === subscription.status) await publishSubscriptionWebhook(ctx, settled)
  return settled
}
