import { limits } from '#contract/limits.ts'
import { subscriptionFields } from '#contract/subscription-fields.ts'
import { toMajor } from '#contract/kit/money.ts'
import { readTimeline } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { shownOf } from '#server/kit/db/fields.ts'
import { withDeliveries } from '#server/messages/deliveries.ts'
import { payAddress } from '#server/payables/payable.ts'
import { ruleOf } from '#server/subscription-store/calendar.ts'
import { creditsLeft, isOpen, listCharges, type ChargeRow } from '#server/subscription-store/charges.ts'
import { shownLine } from '#server/subscription-store/lines.ts'
import { findMandate } from '#server/subscription-store/mandates.ts'
import { calendarOf, recurringMinor } from '#server/subscription-store/moments.ts'
import { existingSubscription, type SubscriptionRow } from '#server/subscription-store/queries.ts'
import { upcomingOf, type Upcoming } from '#server/subscription-store/upcoming.ts'
import { listChanges, listCredits, scheduledOf } from './changes.ts'
import { listTries, type Try } from './payments.ts'

/** A subscription with everything that its page shows. Throws `subscriptionUnknown`. */
export async function wholeSubscription(ctx: Ctx, orderRef: string) {
  const subscription = await existingSubscription(ctx, orderRef)
  const [charges, tries, mandate, changes, credits, left, timeline] = await Promise.all([
    listCharges(ctx, orderRef),
    listTries(ctx, orderRef),
    subscription.mandate_ref ? findMandate(ctx, subscription.mandate_ref) : undefined,
    listChanges(ctx, subscription),
    listCredits(ctx, subscription),
    creditsLeft(ctx, subscription),
    subscriptionEvents(ctx, orderRef),
  ])
  const calendar = calendarOf(subscription)
  return {
    ...fieldsOf(ctx, subscription),
    rule: calendar && ruleOf(calendar),
    upcoming: upcomingOf(subscription, left, scheduledOf(changes)).map((one) => shownUpcoming(one, subscription)),
    charges: charges.map((charge) => shownCharge(ctx, charge, tries)),
    mandate: mandate ? { ...mandate, text: mandate.consent } : null,
    changes: changes.map(({ old_unit_minor: _, unit_minor: __, ...change }) => change),
    credits,
    timeline,
  }
}

/** The events of a subscription, with what became of its messages. */
export const subscriptionEvents = async (ctx: Ctx, ref: string) =>
  withDeliveries(ctx, { type: 'subscription', ref }, await readTimeline(ctx, 'subscription', ref))

/** The fields of a subscription as answers show them. */
export const fieldsOf = (ctx: Ctx, subscription: SubscriptionRow) => ({
  ...shownOf(subscriptionFields, subscription),
  paused: subscription.paused_at !== null,
  recurring_amount: recurringMinor(subscription),
  additional_costs: subscription.additional_costs.map(({ key, amount }) => ({
    key,
    value: toMajor(BigInt(amount), subscription.currency),
  })),
  trial_period: subscription.trial_period,
  started_at: subscription.started_at,
  allow_accumulate: subscription.allow_accumulate ? ('Y' as const) : ('N' as const),
  expiry_date: subscription.expires_at,
  customer_time_zone: subscription.customer_time_zone,
  notes: subscription.notes,
  link: payAddress(ctx, subscription.order_ref),
})

/** A charge to come as answers show it. */
export const shownUpcoming = (one: Upcoming, { currency }: Pick<SubscriptionRow, 'currency'>) => ({
  n: one.n,
  at: one.at,
  period_end: one.periodEnd,
  amount: one.amountMinor,
  to_pay: one.toPayMinor,
  currency,
  lines: one.lines.map((line) => shownLine(line, currency)),
})

function shownCharge(ctx: Ctx, charge: ChargeRow, tries: readonly Try[]) {
  const own = tries.filter(({ chargeRef }) => chargeRef === charge.charge_ref)
  return {
    charge_ref: charge.charge_ref,
    merchant_order_ref: charge.merchant_order_ref,
    kind: charge.kind,
    n: charge.period,
    state: charge.state,
    due_at: charge.due_at,
    period_start: charge.period_start,
    period_end: charge.period_end,
    amount: charge.amount_minor,
    to_pay: charge.to_pay_minor,
    currency: charge.currency,
    lines: charge.lines.map((line) => shownLine(line, charge.currency)),
    tries: own.slice(0, limits.attempts).map(({ payment, simulatedAt }) => ({
      payment_ref: payment.order_ref,
      at: simulatedAt ?? payment.created_at,
      status: payment.status,
      status_reason: payment.status_reason,
    })),
    next_try_at: charge.next_try_at,
    reason: charge.reason,
    carried_by: charge.carried_by,
    paid_at: charge.paid_at,
    link: isOpen(charge) && charge.state !== 'carried' ? payAddress(ctx, charge.charge_ref) : '',
  }
}
