import type { Ctx } from '#server/kit/ctx.ts'
import { changeSubscription, moveSubscription } from '#server/subscription-store/change.ts'
import { openCharges, type ChargeRow } from '#server/subscription-store/charges.ts'
import { givesUpAt } from '#server/subscription-store/retry-rules.ts'
import { rulesOf } from '#server/subscription-store/settings.ts'
import type { SubscriptionRow } from '#server/subscription-store/queries.ts'

type Columns = Parameters<typeof changeSubscription>[2]

/**
 * Brings a subscription in line with its charges after one of them has changed: when the next is tried, what is past due, and whether it
 * is. It recovers only by money, or by what a person forgives: `clears`.
 */
export async function settleUp(
  ctx: Ctx,
  subscription: SubscriptionRow,
  columns: Columns,
  { clears = false }: { clears?: boolean } = {},
): Promise<SubscriptionRow> {
  const open = await openCharges(ctx, subscription.order_ref)
  const overdue = overdueOf(open)
  const next = {
    ...columns,
    next_try_at: firstTry(open),
    past_due_minor: overdue.reduce((sum, { to_pay_minor }) => sum + to_pay_minor, 0n),
  }
  const { status } = subscription
  if (status === 'active' && overdue.length > 0) {
    const since = ctx.now
    const gives = givesUpAt({ firstTriedAt: since, timeZone: subscription.customer_time_zone }, await rulesOf(ctx))
    return moveSubscription(ctx, subscription, 'fail', { ...next, past_due_since: since, give_up_at: gives })
  }
  if (status === 'past_due' && overdue.length === 0 && clears)
    return moveSubscription(ctx, subscription, 'recover', { ...next, past_due_since: null, give_up_at: null })
  return changeSubscription(ctx, subscription, next)
}

/** Periods that were tried and are unpaid. What a later charge carries is in its amount. */
const overdueOf = (open: readonly ChargeRow[]): ChargeRow[] =>
  open.filter(
    ({ kind, state, reason }) => kind === 'period' && (state === 'unpaid' || (state === 'trying' && reason !== '')),
  )

const firstTry = (open: readonly ChargeRow[]): Date | null =>
  open.reduce<Date | null>((first, { next_try_at: at }) => (at && (!first || at < first) ? at : first), null)
