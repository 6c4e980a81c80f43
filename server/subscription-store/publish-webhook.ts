import { toMajor, toMajorSum } from '#contract/kit/money.ts'
import type { Signed } from '#contract/signed-names.ts'
import type { SubscriptionState } from '#contract/subscription-states.ts'
import { sign } from '#server/kit/auth/signature.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { merchantSecret } from '#server/kit/secrets/vault.ts'
import { payAddress } from '#server/payables/payable.ts'
import { publishWebhook } from '#server/webhooks/publish.ts'
import { recurringMinor } from './moments.ts'
import type { SubscriptionRow } from './queries.ts'

/** How webhooks and return addresses say a state. */
export const statusWords: Record<SubscriptionState, string> = {
  created: 'Created',
  active: 'Active',
  past_due: 'PastDue',
  completed: 'Completed',
  expired: 'Expired',
  cancelled: 'Cancelled',
}

/** Publishes the webhook of a subscription that has changed: the flat body that integrations expect, signed with the merchant's secret. */
export async function publishSubscriptionWebhook(ctx: Ctx, subscription: SubscriptionRow): Promise<void> {
  await publishWebhook(ctx, {
    type: 'subscription',
    objectRef: subscription.order_ref,
    body: () => subscriptionBody(ctx, subscription),
  })
}

async function subscriptionBody(ctx: Ctx, subscription: SubscriptionRow): Promise<Record<string, unknown>> {
  const { key, secret } = await merchantSecret(ctx)
  const { currency } = subscription
  const signed: Signed<'subscription'> = {
    currency,
    merchant_order_ref: subscription.merchant_order_ref,
    order_ref: subscription.order_ref,
    status: statusWords[subscription.status],
  }
  const amount = (minor: bigint) => toMajorSum(minor, currency)
  const moment = (at: Date | null) => at?.toISOString() ?? null
  return {
    ...signed,
    allow_accumulate: subscription.allow_accumulate ? 'Y' : 'N',
    recurring_amount: amount(recurringMinor(subscription)),
    additional_cost: amount(subscription.additional_cost_minor),
    chaipaykey: key,
    portone_key: key,
    customer_name: subscription.customer_name,
    customer_email_address: subscription.email,
    customer_phone_number: subscription.phone,
    environment: ctx.owner.environment,
    frequency: subscription.frequency,
    period: subscription.period,
    expired_at: moment(subscription.expires_at),
    link: payAddress(ctx, subscription.order_ref),
    name: subscription.price_name,
    notify_by_email: subscription.notify_by_email,
    notify_by_phone: subscription.notify_by_phone,
    plan_order_ref: subscription.price_ref,
    quantity: subscription.quantity,
    recurrance_count: subscription.recurrance_count,
    source: subscription.source,
    started_at: moment(subscription.started_at ?? subscription.activated_at),
    created_at: moment(subscription.created_at),
    subscription_type: subscription.subscription_type,
    total_amount: subscription.total_minor === null ? null : amount(subscription.total_minor),
    collected_amount: amount(subscription.collected_minor),
    collected_count: subscription.collected_count,
    trial_frequency: subscription.trial_frequency,
    trial_period: subscription.trial_period,
    in_trial: subscription.in_trial,
    paused: subscription.paused_at !== null,
    cancels_at_period_end: subscription.cancels_at_period_end,
    next_deduction_amount:
      subscription.next_amount_minor === null ? null : toMajor(subscription.next_amount_minor, currency),
    next_deduction_date: moment(subscription.next_due_at),
    ...(subscription.clock_ref && { simulated_at: moment(ctx.now) }),
    ip_address: subscription.ip_address,
    signature_hash: sign(signed, secret),
  }
}
