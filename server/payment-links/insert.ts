import type { Selectable } from 'kysely'
import { fieldFault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import type { createPaymentLink } from '#contract/payment-links.ts'
import type { Tables } from '#server/db/tables.ts'
import { asRow, build, statementFor, type Places } from '#server/kit/build.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isTaken } from '#server/kit/failure.ts'
import type { MerchantOf } from '#server/kit/merchant-of.ts'
import { logoAddress } from '#server/merchants/logo-address.ts'
import { ownUserId } from '#server/notifications/notify.ts'
import { type FoundLink, linkAddress } from './queries.ts'

/**
 * Makes the link and returns it as `findPaymentLink` will. Where its order id is taken, of two at once too, the
 * transaction fails with `duplicateOrder`.
 */
export function insertPaymentLink(
  ctx: Ctx,
  link: Input<typeof createPaymentLink>['body'] & {
    linkRef: string
    orderId: string
    failureUrl: string
    expiresAt: Date | null
  },
  merchant: MerchantOf,
) {
  const { merchant_details: details = {}, billing_address: address = {} } = link
  const fields = ([1, 2, 3, 4, 5] as const).map((number) => link[`user_configured_field${number}`] ?? '')
  const row = {
    merchant_id: ctx.owner.merchantId,
    environment: ctx.owner.environment,
    link_ref: link.linkRef,
    merchant_order_ref: link.orderId,
    amount_minor: link.amount,
    currency: link.currency,
    country: link.country ?? merchant.country,
    customer_name: link.customer_name ?? '',
    customer_name_lower: (link.customer_name ?? '').toLowerCase(),
    email: link.email ?? '',
    email_lower: (link.email ?? '').toLowerCase(),
    phone: link.phone ?? '',
    description: link.description ?? '',
    status: 'created',
    source: link.source || 'default',
    created_at: ctx.now,
    created_by: ctx.actor.name,
    created_by_id: ownUserId(ctx),
    expiry_hours: link.expiry_hours ?? null,
    expires_at: link.expiresAt,
    success_url: link.success_url ?? '',
    failure_url: link.failureUrl,
    merchant_back_url: link.merchant_back_url || details.back_url || '',
    merchant_name: details.name || merchant.brand_name || merchant.name,
    merchant_logo: details.logo || logoAddress(ctx.house, merchant.logo),
    promo_code: details.promo_code ?? '',
    promo_discount_minor: details.promo_discount ?? 0n,
    shipping_charges_minor: details.shipping_charges ?? 0n,
    billing_line_1: address.line_1 ?? '',
    billing_line_2: address.line_2 ?? '',
    billing_city: address.city ?? '',
    billing_country: address.country_code ?? '',
    user_configured_fields: fields,
    notify_by_email: link.notify_by_email ?? false,
    notify_by_phone: link.notify_by_phone ?? false,
    late_payment: link.late_payment ?? 'accept',
    ip_address: ctx.client.address,
    language: link.language ?? 'en',
  } as const satisfies NewLink
  ctx.tx.later(newLink(row), (failure) =>
    isTaken(failure, 'payment_links_merchant_id_environment_merchant_order_ref_key')
      ? fieldFault('duplicateOrder', 'merchant_order_id', 'already_used')
      : failure,
  )
  ctx.tx.afterCommit(() => ctx.house.linkOwners.remember(row.link_ref, ctx.owner))
  return { ...shownOf(row), link: linkAddress(ctx, row.link_ref) }
}

type NewLink = Selectable<Tables['payment_links']>
const newLink = statementFor((row: Places<NewLink>) => build.insertInto('payment_links').values(asRow(row)))

/** What a row shows, before anybody has read it. */
const shownOf = (row: NewLink): Omit<FoundLink, 'link'> => ({
  link_ref: row.link_ref,
  merchant_order_ref: row.merchant_order_ref,
  amount: row.amount_minor,
  currency: row.currency,
  country: row.country,
  customer_name: row.customer_name,
  email: row.email,
  phone: row.phone,
  description: row.description,
  status: row.status,
  source: row.source,
  created_at: row.created_at,
  expires_at: row.expires_at,
  expiry_hours: row.expiry_hours,
  late_payment: row.late_payment,
  promo_code: row.promo_code,
  created_by: row.created_by,
  user_configured_field1: row.user_configured_fields[0] ?? '',
  user_configured_field2: row.user_configured_fields[1] ?? '',
  user_configured_field3: row.user_configured_fields[2] ?? '',
  user_configured_field4: row.user_configured_fields[3] ?? '',
  user_configured_field5: row.user_configured_fields[4] ?? '',
  merchant_name: row.merchant_name,
  merchant_logo: row.merchant_logo,
  cancel_url: row.failure_url,
  success_url: row.success_url,
  merchant_back_url: row.merchant_back_url,
  ip_address: row.ip_address,
  language: row.language,
  promo_discount: row.promo_discount_minor,
  shipping_charges: row.shipping_charges_minor,
  line_1: row.billing_line_1,
  line_2: row.billing_line_2,
  city: row.billing_city,
  countryCode: row.billing_country,
})
