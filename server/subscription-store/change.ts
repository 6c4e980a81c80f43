import type { Updateable } from 'kysely'
import { subscriptionStates } from '#contract/subscription-states.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { countChange } from './counts.ts'
import { momentsOf } from './moments.ts'
import { publishSubscriptionWebhook } from './publish-webhook.ts'
import { wrongState, type SubscriptionRow } from './queries.ts'

type Columns = Partial<Omit<SubscriptionRow, 'additional_costs' | 'notes' | 'order_ref'>>

/** Writes a new subscription. The commit fails with `duplicateOrder` where another has its reference of the merchant's. */
export function keepSubscription(ctx: Ctx, made: SubscriptionRow): void {
  const row = { ...made, additional_costs: JSON.stringify(made.additional_costs), notes: JSON.stringify(made.notes) }
  ctx.write(ctx.own.insert('subscriptions', row))
  countChange(ctx, null, made)
}

/**
 * Changes a subscription that the caller has locked, and returns it as it is then: the one way to write its row, so that its moments
 * follow and it is counted. The update is sent without waiting for its answer.
 */
export function changeSubscription(ctx: Ctx, subscription: SubscriptionRow, columns: Columns): SubscriptionRow {
  const changed = { ...subscription, ...columns, updated_at: ctx.now }
  const after = { ...changed, ...momentsOf(changed) }
  const set = differences(subscription, after)
  // Within one moment nothing may differ.
  if (Object.keys(set).length === 0) return after
  ctx.write(ctx.own.update('subscriptions').set(set).where('order_ref', '=', subscription.order_ref))
  countChange(ctx, subscription, after)
  return after
}

/** The columns that differ. */
function differences(before: SubscriptionRow, after: SubscriptionRow): Updateable<Tables['subscriptions']> {
  const { additional_costs: _, notes: __, ...columns } = after
  const changed = Object.entries(columns).filter(([name, value]) => {
    const was = before[name as keyof SubscriptionRow]
    return value instanceof Date && was instanceof Date ? value.getTime() !== was.getTime() : value !== was
  })
  return Object.fromEntries(changed)
}

export type SubscriptionAction = keyof typeof subscriptionStates.actions

/**
 * Moves a subscription that the caller has locked by an action of its machine, with further columns, and tells the merchant's server.
 * Throws `wrongState` where the machine does not allow it.
 */
export async function moveSubscription(
  ctx: Ctx,
  subscription: SubscriptionRow,
  action: SubscriptionAction,
  columns: Columns = {},
): Promise<SubscriptionRow> {
  if (!subscriptionStates.can(subscription.status, action)) throw wrongState(subscription)
  const status = subscriptionStates.actions[action].to
  const moved = changeSubscription(ctx, subscription, {
    ...columns,
    status,
    ...(action === 'recover' && { recovered_at: ctx.now }),
    ...(subscriptionStates.isFinal(status) && { ended_at: ctx.now, paused_at: null, paused_until: null }),
  })
  await publishSubscriptionWebhook(ctx, moved)
  return moved
}
