import type { Ctx } from '#server/kit/ctx.ts'
import { ruleOf } from '#server/subscription-store/calendar.ts'
import { creditsLeft } from '#server/subscription-store/charges.ts'
import { inTimeOf } from '#server/subscription-store/clocks.ts'
import { shownLine } from '#server/subscription-store/lines.ts'
import { calendarOf, recurringMinor } from '#server/subscription-store/moments.ts'
import { existingSubscription, type SubscriptionRow } from '#server/subscription-store/queries.ts'
import { upcomingOf } from '#server/subscription-store/upcoming.ts'
import { shownUpcoming } from '#server/subscriptions/whole.ts'
import { linesOfChange, planChange, type PlannedChange } from './plan.ts'
import type { Wish } from './target.ts'

/** What a change would come to, line by line, and what comes after it. Throws the faults of `planChange`. */
export async function previewChange(ctx: Ctx, orderRef: string, wish: Wish) {
  const subscription = await existingSubscription(ctx, orderRef)
  const then = await inTimeOf(ctx, subscription)
  const planned = await planChange(then, subscription, wish, 'none')
  const { reckoned } = planned
  const credits = await creditsLeft(then, subscription)
  const toCredit = reckoned?.toCredit ?? 0n
  const after = afterwards(then, subscription, planned)
  const calendar = calendarOf(after)
  if (!calendar) throw new Error('a change of a subscription without a calendar')
  const { currency } = subscription
  return {
    old_amount: recurringMinor(subscription),
    new_amount: recurringMinor(after),
    lines: linesOfChange(planned).map((line) => shownLine(line, currency)),
    to_pay: reckoned?.toPay ?? 0n,
    to_credit: toCredit,
    remaining_seconds: reckoned?.remainingSeconds ?? 0,
    period_seconds: reckoned?.wholeSeconds ?? 0,
    new_period: planned.newPeriod,
    rule: ruleOf(calendar),
    upcoming: upcomingOf(after, toCredit > 0n ? [...credits, { id: '', left: toCredit }] : credits).map((one) =>
      shownUpcoming(one, subscription),
    ),
    currency,
  }
}

/** The subscription as it would go on. */
function afterwards(ctx: Ctx, subscription: SubscriptionRow, planned: PlannedChange): SubscriptionRow {
  const { target, newPeriod, atNextPeriod } = planned
  const changed = { ...subscription, ...target, scheduled_minor: null }
  if (!newPeriod) return changed
  const begun = { ...changed, anchor_period: subscription.next_period }
  return atNextPeriod
    ? { ...begun, anchor: subscription.next_due_at }
    : { ...begun, anchor: ctx.now, next_period: subscription.next_period + 1 }
}
