import type { Selectable } from 'kysely'
import { Fault } from '#contract/faults.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import { ownRows } from '#server/kit/db/own.ts'
import { build, statement, type Places } from '#server/kit/db/statements.ts'

/** The columns of a subscription but its owner's. */
const columns = [
  'order_ref', 'merchant_order_ref', 'price_ref', 'price_name', 'subscription_type', 'status', 'currency', 'country', 'customer_name',
  'customer_name_lower', 'email', 'email_lower', 'phone', 'language', 'time_zone', 'customer_time_zone', 'description', 'unit_minor',
  'quantity', 'frequency', 'period', 'recurrance_count', 'trial_frequency', 'trial_period', 'started_at', 'allow_accumulate',
  'additional_costs', 'additional_cost_minor', 'initial_minor', 'max_minor', 'total_minor', 'anchor', 'anchor_period', 'next_period',
  'made_periods', 'costs_charged', 'next_due_at', 'next_try_at', 'next_act_at', 'planned', 'next_amount_minor', 'scheduled_minor',
  'credit_minor', 'catch_up_at', 'give_up_at', 'in_trial', 'paused_at', 'paused_until', 'cancels_at_period_end', 'period_end', 'past_due_since',
  'past_due_minor', 'collected_count', 'collected_minor', 'counted_periods', 'mandate_ref', 'clock_ref', 'expires_at', 'notify_by_email',
  'notify_by_phone', 'success_url', 'failure_url', 'pending_url', 'notes', 'source', 'ip_address', 'created_at', 'created_by',
  'created_by_id', 'updated_at', 'activated_at', 'recovered_at', 'ended_at', 'end_reason',
] as const // prettier-ignore

/** A subscription as its row has it: amounts in minor units. */
export type SubscriptionRow = Pick<Selectable<Tables['subscriptions']>, (typeof columns)[number]>

/** A subscription; undefined when absent or not the owner's. With `lock` its row is locked until the commit. Index: primary key. */
export async function findSubscription(
  ctx: Ctx,
  orderRef: string,
  { lock = false } = {},
): Promise<SubscriptionRow | undefined> {
  const [row] = (await ctx.db.executeQuery((lock ? lockRow : readRow)({ ...ctx.owner, orderRef }))).rows
  return row
}
/** The same where there has to be one. Throws `subscriptionUnknown`. */
export async function existingSubscription(
  ctx: Ctx,
  orderRef: string,
  how?: { lock: boolean },
): Promise<SubscriptionRow> {
  const subscription = await findSubscription(ctx, orderRef, how)
  if (!subscription) throw new Fault('subscriptionUnknown')
  return subscription
}
const rowBy = (given: Places<Owner & { orderRef: string }>) =>
  ownRows(build, given).select('subscriptions').select(columns).where('order_ref', '=', given.orderRef)
const readRow = statement(rowBy)
const lockRow = statement((given: Places<Owner & { orderRef: string }>) => rowBy(given).forUpdate())

export const wrongState = ({ status }: Pick<SubscriptionRow, 'status'>): Fault =>
  new Fault('wrongState', { why: `the subscription is ${status}` })
