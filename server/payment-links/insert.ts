import type { Insertable } from 'kysely'
import type { Input } from '#contract/kit/call.ts'
import type { createPaymentLink } from '#contract/payment-links.ts'
import type { Tables } from '#server/db/tables.ts'
import { asRow, build, statementFor, type Places } from '#server/kit/build.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { MerchantOf } from '#server/kit/merchant-of.ts'
import { logoAddress } from '#server/merchants/logo-address.ts'
import { ownUserId } from '#server/notifications/notify.ts'
import { linkAddress, shownColumns } from './queries.ts'

/** The link as `findPaymentLink` has it, or undefined when the order id is taken. Guarantee: of two at once with one order id, one is inserted. */
export async function insertPaymentLink(
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
  const [inserted] = await ctx.tx.rows(
    newLink({
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
      user_configured_fields: [
        link.user_configured_field1 ?? '',
        link.user_configured_field2 ?? '',
        link.user_configured_field3 ?? '',
        link.user_configured_field4 ?? '',
        link.user_configured_field5 ?? '',
      ],
      notify_by_email: link.notify_by_email ?? false,
      notify_by_phone: link.notify_by_phone ?? false,
      late_payment: link.late_payment ?? 'accept',
      ip_address: ctx.client.address,
      language: link.language ?? 'en',
    }),
  )
  return inserted && { ...inserted, link: linkAddress(ctx, inserted.link_ref) }
}

const newLink = statementFor((row: Places<Insertable<Tables['payment_links']>>) =>
  build
    .insertInto('payment_links')
    .values(asRow(row))
    .onConflict((conflict) => conflict.columns(['merchant_id', 'environment', 'merchant_order_ref']).doNothing())
    .returning(shownColumns),
)
