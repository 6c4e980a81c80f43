import type { Input } from '#contract/kit/call.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import { decimalText } from '#contract/kit/money.ts'
import type { createDeduction as declaration } from '#contract/subscription-deductions.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { actSoon } from '#server/subscription-charges/enqueue.ts'
import { settleUp } from '#server/subscription-charges/settle-up.ts'
import { changeCharge, makeCharge, openCharges } from '#server/subscription-store/charges.ts'
import { inTimeOf } from '#server/subscription-store/clocks.ts'
import { isCharged } from '#server/subscription-store/moments.ts'
import { existingSubscription, wrongState } from '#server/subscription-store/queries.ts'

type Body = Omit<Input<typeof declaration>['body'], 'signature_hash' | 'chaipay_key' | 'environment'>

/**
 * Makes a deduction of a subscription on demand; a job charges it by the mandate a moment later. Throws `subscriptionUnknown`,
 * `wrongState` where nothing may be deducted now, `inFlight` while another one is under way, `invalidAmount` above its most, and
 * `duplicateOrder` at the commit.
 */
export async function createDeduction(ctx: Ctx, body: Body) {
  const { subscription_order_ref: orderRef, amount, currency, merchant_order_ref } = body
  const subscription = await existingSubscription(ctx, orderRef, { lock: true })
  const { subscription_type: type, max_minor: most } = subscription
  if (type !== 'ONDEMAND') throw new Fault('wrongState', { why: 'it is charged by its periods' })
  if (!isCharged(subscription)) throw wrongState(subscription)
  if (subscription.paused_at) throw new Fault('wrongState', { why: 'it is paused' })
  if (currency !== subscription.currency) throw fieldFault('invalidAmount', 'currency', 'other_currency')
  if (most !== null && amount > most) throw fieldFault('invalidAmount', 'amount', 'above_max_amount')
  const open = await openCharges(ctx, orderRef)
  if (open.some(({ state, next_try_at }) => state === 'trying' || next_try_at !== null)) throw new Fault('inFlight')
  const then = await inTimeOf(ctx, subscription)
  const charge = makeCharge(then, subscription, {
    kind: 'deduction',
    lines: [{ kind: 'deduction', amount }],
    credits: [],
    dueAt: then.now,
    merchantOrderRef: merchant_order_ref,
    description: body.description ?? '',
  })
  changeCharge(then, charge, { next_try_at: then.now })
  actSoon(then, await settleUp(then, subscription, {}))
  addTimelineEntry(ctx, 'subscription', orderRef, 'deduction_asked', { charge_ref: charge.charge_ref })
  ctx.auditSubject(orderRef, madeAs({ merchant_order_ref, amount: decimalText(amount, currency), currency }))
  return {
    order_ref: charge.charge_ref,
    merchant_order_ref,
    subscription_order_ref: orderRef,
    amount,
    currency,
    state: charge.state,
    status: 'Initiated' as const,
  }
}
