import { Fault } from '#contract/faults.ts'
import { decimalText } from '#contract/kit/money.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { actSoon } from '#server/subscription-charges/enqueue.ts'
import { applyChange } from '#server/subscription-charges/paid-change.ts'
import { settlePaid } from '#server/subscription-charges/paid.ts'
import { claimCharge } from '#server/subscription-charges/try.ts'
import { changeSubscription } from '#server/subscription-store/change.ts'
import { creditsLeft, makeCharge } from '#server/subscription-store/charges.ts'
import { inTimeOf } from '#server/subscription-store/clocks.ts'
import { keptLines } from '#server/subscription-store/lines.ts'
import { planMessage } from '#server/subscription-store/messages.ts'
import { recurringMinor } from '#server/subscription-store/moments.ts'
import { publishSubscriptionWebhook } from '#server/subscription-store/publish-webhook.ts'
import { existingSubscription, type SubscriptionRow } from '#server/subscription-store/queries.ts'
import { linesOfChange, planChange, type PlannedChange } from './plan.ts'
import type { Target, Wish } from './target.ts'

/**
 * Changes price or quantity, now or with the next period. What is more to pay is charged first, and the change happens only when that is
 * paid; what is less is credit. A change that was scheduled before is replaced. Throws the faults of `planChange`,
 * and `wrongState` where nothing would change.
 */
export async function change(ctx: Ctx, orderRef: string, wish: Wish): Promise<void> {
  const subscription = await existingSubscription(ctx, orderRef, { lock: true })
  const then = await inTimeOf(ctx, subscription)
  const planned = await planChange(then, subscription, wish, 'keep')
  if (isSame(subscription, planned.target)) throw new Fault('wrongState', { why: 'nothing would change' })
  ctx.auditSubject(orderRef, changesFrom(factsOf(subscription), factsOf({ ...subscription, ...planned.target })))
  const free = (await cancelScheduled(then, subscription)) ?? subscription
  const after = await begin(then, free, planned)
  await publishSubscriptionWebhook(then, after)
  actSoon(then, after)
}

const isSame = (subscription: SubscriptionRow, { price_ref, quantity }: Target): boolean =>
  price_ref === subscription.price_ref && quantity === subscription.quantity

/** What the audit log says of it. */
const factsOf = (subscription: SubscriptionRow) => ({
  price: subscription.price_name || subscription.price_ref,
  quantity: subscription.quantity,
  amount: decimalText(recurringMinor(subscription), subscription.currency),
  rhythm: `${subscription.frequency} ${subscription.period}`,
})

function begin(ctx: Ctx, subscription: SubscriptionRow, planned: PlannedChange): Promise<SubscriptionRow> {
  if (planned.atNextPeriod) return Promise.resolve(schedule(ctx, subscription, planned))
  const { reckoned } = planned
  return reckoned && reckoned.toPay > 0n
    ? chargeFirst(ctx, subscription, planned)
    : changeNow(ctx, subscription, planned)
}

function schedule(ctx: Ctx, subscription: SubscriptionRow, planned: PlannedChange): SubscriptionRow {
  const { target } = planned
  const changeId = keepChange(ctx, subscription, { planned, state: 'scheduled' })
  addTimelineEntry(ctx, 'subscription', subscription.order_ref, 'change_scheduled', namesOf(target))
  planMessage(ctx, subscription, { kind: 'price_changes', once: changeId, facts: { change_id: changeId } })
  return changeSubscription(ctx, subscription, { scheduled_minor: target.unit_minor * BigInt(target.quantity) })
}

/** Makes the change; what it leaves over is credit for charges to come. */
function changeNow(ctx: Ctx, subscription: SubscriptionRow, planned: PlannedChange): Promise<SubscriptionRow> {
  const changeId = keepChange(ctx, subscription, { planned, state: 'done' })
  const toCredit = planned.reckoned?.toCredit ?? 0n
  if (toCredit > 0n)
    ctx.write(
      ctx.own.insert('subscription_credits', {
        order_ref: subscription.order_ref,
        credit_id: newId(),
        amount_minor: toCredit,
        left_minor: toCredit,
        change_id: changeId,
        created_at: ctx.now,
      }),
    )
  const { target, newPeriod } = planned
  const credited = changeSubscription(ctx, subscription, { credit_minor: subscription.credit_minor + toCredit })
  return Promise.resolve(applyChange(ctx, credited, { ...target, changeId, newPeriod, at: ctx.now }))
}

/** Charges what is more to pay; the change waits for that. */
async function chargeFirst(ctx: Ctx, subscription: SubscriptionRow, planned: PlannedChange): Promise<SubscriptionRow> {
  const changeId = newId()
  const charge = makeCharge(ctx, subscription, {
    kind: 'change',
    lines: linesOfChange(planned),
    credits: await creditsLeft(ctx, subscription),
    dueAt: ctx.now,
    merchantOrderRef: `${subscription.order_ref}_${changeId.slice(-8)}`,
    changeId,
  })
  keepChange(ctx, subscription, { planned, state: 'paying', changeId, chargeRef: charge.charge_ref })
  addTimelineEntry(ctx, 'subscription', subscription.order_ref, 'change_asked', namesOf(planned.target))
  const credit_minor = subscription.credit_minor - charge.credit_minor
  const used = changeSubscription(ctx, subscription, { credit_minor })
  return charge.to_pay_minor === 0n ? settlePaid(ctx, used, { charge, payment: null }) : claimCharge(ctx, used, charge)
}

const namesOf = ({ price_name, quantity }: Target) => ({ price: price_name, quantity: String(quantity) })

interface NewChange {
  planned: PlannedChange
  state: 'paying' | 'scheduled' | 'done'
  changeId?: string
  chargeRef?: string
}
/** Writes a change; of one subscription one at most is open. Returns its id. */
function keepChange(
  ctx: Ctx,
  subscription: SubscriptionRow,
  { planned, state, changeId = newId(), chargeRef = '' }: NewChange,
): string {
  const { target, atNextPeriod, newPeriod, reckoned } = planned
  const { order_ref, price_ref, price_name, unit_minor, quantity, next_period } = subscription
  ctx.write(
    ctx.own.insert('subscription_changes', {
      ...target,
      order_ref,
      change_id: changeId,
      state,
      at_next_period: atNextPeriod,
      old_price_ref: price_ref,
      old_price_name: price_name,
      old_unit_minor: unit_minor,
      old_quantity: quantity,
      new_period: newPeriod,
      lines: keptLines(linesOfChange(planned)),
      to_pay_minor: reckoned?.toPay ?? 0n,
      to_credit_minor: reckoned?.toCredit ?? 0n,
      of_period: newPeriod ? next_period : next_period - 1,
      at: ctx.now,
      charge_ref: chargeRef,
      created_at: ctx.now,
      created_by: ctx.actor.kind === 'user' ? ctx.actor.name : '',
      done_at: state === 'done' ? ctx.now : null,
    }),
  )
  return changeId
}

/** Takes back what is scheduled; undefined where nothing is. The caller has locked the subscription. */
export async function cancelScheduled(ctx: Ctx, subscription: SubscriptionRow): Promise<SubscriptionRow | undefined> {
  const taken = await ctx.own
    .update('subscription_changes')
    .set({ state: 'cancelled', done_at: ctx.now })
    .where('order_ref', '=', subscription.order_ref)
    .where('state', '=', 'scheduled')
    .returning('change_id')
    .executeTakeFirst()
  return taken && changeSubscription(ctx, subscription, { scheduled_minor: null })
}
