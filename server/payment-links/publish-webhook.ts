import { majorText, toMajor } from '#contract/kit/money.ts'
import type { Signed } from '#contract/signed-names.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { sign } from '#server/kit/auth/signature.ts'
import { merchantSecret } from '#server/kit/secrets/vault.ts'
import { publishWebhook } from '#server/webhooks/publish.ts'
import { findPaymentLink } from './queries.ts'

/**
 * Publishes the webhook of a changed link: the flat body that integrations expect, in its own casing, with
 * `signature_hash` by the merchant's secret.
 */
export async function publishPaymentLinkWebhook(ctx: Ctx, linkRef: string): Promise<void> {
  await publishWebhook(ctx, { type: 'payment_link', objectRef: linkRef, body: () => paymentLinkBody(ctx, linkRef) })
}

async function paymentLinkBody(ctx: Ctx, linkRef: string): Promise<Record<string, unknown>> {
  const link = await findPaymentLink(ctx, linkRef)
  if (!link) throw new Error(`no payment link ${linkRef}`)
  const { key, secret } = await merchantSecret(ctx)
  const status = link.status.charAt(0).toUpperCase() + link.status.slice(1)
  const signed: Signed<'paymentLink'> = {
    amount: majorText(link.amount, link.currency),
    country_code: link.country,
    currency: link.currency,
    link_ref: link.link_ref,
    merchant_order_ref: link.merchant_order_ref,
    status,
  }
  return {
    link_ref: link.link_ref,
    link: link.link,
    currency: link.currency,
    amount: toMajor(link.amount, link.currency),
    countryCode: link.country,
    chaipaykey: key,
    portone_key: key,
    merchant_key: key,
    status,
    success_url: link.success_url,
    cancel_url: link.cancel_url,
    merchant_order_ref: link.merchant_order_ref,
    merchant_name: link.merchant_name,
    merchant_logo: link.merchant_logo,
    merchant_back_url: link.merchant_back_url,
    merchant_shipping_charges: toMajor(link.shipping_charges, link.currency),
    merchant_promo_code: link.promo_code || 'NA',
    merchant_promo_discount: toMajor(link.promo_discount, link.currency),
    ip_address: link.ip_address,
    expiry_hours: link.expiry_hours ?? 0,
    created_at: link.created_at.toISOString(),
    source: link.source,
    description: link.description,
    customer_name: link.customer_name,
    customer_email_address: link.email,
    customer_phone_number: link.phone,
    user_configured_field1: link.user_configured_field1,
    user_configured_field2: link.user_configured_field2,
    user_configured_field3: link.user_configured_field3,
    user_configured_field4: link.user_configured_field4,
    user_configured_field5: link.user_configured_field5,
    signature_hash: sign(signed, secret),
  }
}
