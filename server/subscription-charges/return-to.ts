import { toMajorSum } from '#contract/kit/money.ts'
import type { Signed } from '#contract/signed-names.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { merchantSecret } from '#server/kit/secrets/vault.ts'
import type { Paid } from '#server/payables/payable.ts'
import { logoAddress } from '#server/merchants/logo-address.ts'
import { recurringMinor } from '#server/subscription-store/moments.ts'
import { statusWords } from '#server/subscription-store/publish-webhook.ts'
import type { SubscriptionRow } from '#server/subscription-store/queries.ts'

/** What a set-up or a payment by hand came to. */
export interface Returned {
  /** The payment's reference, or that of a set-up without money. */
  order_ref: string
  channel_order_ref: string
  /** In minor units; zero of a set-up without money. */
  amount_minor: bigint
  succeeded: boolean
  status_reason: string
  language: string
}

/** The same of a payment. */
export const returnedOf = ({ status, method_details, ...payment }: Paid): Returned => ({
  ...payment,
  succeeded: status === 'Success',
  language: method_details.language ?? '',
})

/**
 * The address at the merchant to which the customer returns, with the parameters that integrations know; signed as that of any payment is,
 * over references and status. Empty where the merchant named none.
 */
export async function subscriptionReturn(ctx: Ctx, subscription: SubscriptionRow, returned: Returned): Promise<string> {
  const { success_url, failure_url, currency } = subscription
  const address = returned.succeeded ? success_url : failure_url
  if (!address) return ''
  const [{ secret }, merchant] = await Promise.all([merchantSecret(ctx), merchantOf(ctx)])
  const signed: Signed<'return'> = {
    channel_order_ref: returned.channel_order_ref,
    merchant_order_ref: subscription.merchant_order_ref,
    order_ref: returned.order_ref,
    status: statusWords[subscription.status],
  }
  const amount = (minor: bigint | null) => (minor === null ? '' : String(toMajorSum(minor, currency)))
  const further = {
    amount: amount(returned.amount_minor),
    currency,
    frequency: String(subscription.frequency ?? ''),
    initial_amount: amount(subscription.initial_minor),
    lang: returned.language,
    link_order_ref: '',
    merchant_brand_name: merchant.brand_name || merchant.name,
    merchant_logo: logoAddress(ctx.services, merchant.logo),
    message: returned.succeeded ? 'The subscription is set up.' : 'The subscription is not set up.',
    next_deduction_date: subscription.next_due_at?.toISOString() ?? '',
    payment_source: 'subscription',
    period: subscription.period ?? '',
    recurrance_amount: amount(recurringMinor(subscription)),
    recurrance_count: String(subscription.recurrance_count ?? ''),
    status_channel_reason: '',
    status_code: returned.succeeded ? '2000' : '6000',
    status_reason: returned.succeeded ? 'SUCCESS' : returned.status_reason,
    subscription_order_ref: subscription.order_ref,
    subscription_type: subscription.subscription_type,
    total_additional_cost: amount(subscription.additional_cost_minor),
    total_amount: amount(subscription.total_minor),
  }
  const url = new URL(address)
  for (const [name, value] of Object.entries({ ...further, ...signed, signature_hash: sign(signed, secret) }))
    url.searchParams.set(name, value)
  return url.href
}
