import { declines, type DeclineReason } from '#contract/declines.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { notify } from '#server/notifications/notify.ts'
import { chargeStates } from '#contract/subscription-states.ts'
import { moveCharge, returnCredit, type ChargeRow } from '#server/subscription-store/charges.ts'
import { declinedTries } from '#server/subscription-store/mandates.ts'
import { planMessage } from '#server/subscription-store/messages.ts'
import { missedAfterMs } from '#server/subscription-store/moments.ts'
import type { SubscriptionRow } from '#server/subscription-store/queries.ts'
import { retriesOf } from '#server/subscription-store/retry-rules.ts'
import { rulesOf } from '#server/subscription-store/settings.ts'
import { factsOf } from './paid.ts'
import { failChange } from './paid-change.ts'
import { settleUp } from './settle-up.ts'

/**
 * Follows a try that took no money, or that could not be made: when it is tried again, by its reason and the merchant's rules, and what
 * people are told. The caller has locked the subscription.
 */
export async function settleFailed(
  ctx: Ctx,
  subscription: SubscriptionRow,
  charge: ChargeRow,
  reason: DeclineReason,
): Promise<SubscriptionRow> {
  if (!chargeStates.can(charge.state, 'fail')) return subscription
  if (charge.kind === 'change') return failChange(ctx, subscription, charge, reason)
  if (subscription.paused_at) return rest(ctx, subscription, charge, reason)
  const columns = subscription.catch_up_at
    ? { catch_up_at: new Date(ctx.now.getTime() + missedAfterMs(subscription)) }
    : {}
  if (isOfBefore(subscription, charge) && !subscription.allow_accumulate) {
    moveCharge(ctx, charge, 'fail', { reason })
    moveCharge(ctx, { ...charge, state: 'unpaid' }, 'writeOff')
    const { credit_minor } = returnCredit(ctx, subscription, charge)
    const counted_periods = subscription.counted_periods + 1
    return settleUp(ctx, subscription, { ...columns, credit_minor, counted_periods })
  }
  const [next] = await retries(ctx, subscription, charge, reason)
  const failed = moveCharge(ctx, charge, 'fail', {
    reason,
    first_tried_at: charge.first_tried_at ?? ctx.now,
    next_try_at: next ?? null,
  })
  addTimelineEntry(ctx, 'subscription', subscription.order_ref, 'charge_failed', {
    charge_ref: charge.charge_ref,
    reason,
    ...(next && { next_try_at: next.toISOString() }),
  })
  const facts = { charge_ref: charge.charge_ref, reason, next_try_at: next?.toISOString() ?? '' }
  const kind = declines[reason].retry === 'ask' ? 'confirm' : 'failed'
  planMessage(ctx, subscription, { kind, once: `${charge.charge_ref} ${failed.tries}`, facts })
  if (charge.reason === '') await notify(ctx, 'subscription_payment_failed', factsOf(subscription, charge.to_pay_minor))
  return settleUp(ctx, subscription, columns)
}

/** In a pause nothing is tried again and nobody is told: what waits is tried once when it is resumed. */
function rest(ctx: Ctx, subscription: SubscriptionRow, charge: ChargeRow, reason: DeclineReason) {
  if (charge.reason === '' && charge.state === 'trying') moveCharge(ctx, charge, 'release')
  else moveCharge(ctx, charge, 'fail', { reason, next_try_at: null })
  return settleUp(ctx, subscription, {})
}

/** A period that is over by now: its next has begun while this one was being tried. */
const isOfBefore = ({ next_period }: SubscriptionRow, { period }: ChargeRow): boolean =>
  period !== null && period < next_period - 1

async function retries(ctx: Ctx, subscription: SubscriptionRow, charge: ChargeRow, reason: DeclineReason) {
  const [rules, tries] = await Promise.all([
    rulesOf(ctx),
    declinedTries(ctx, subscription, new Date(ctx.now.getTime() - triesOverMs)),
  ])
  const declined = {
    reason,
    firstTriedAt: charge.first_tried_at ?? ctx.now,
    nextBoundary: charge.kind === 'period' ? charge.period_end : null,
    timeZone: subscription.customer_time_zone,
    declinedTries: tries,
  }
  return retriesOf(declined, rules, ctx.now)
}
const triesOverMs = 30 * 86_400_000
