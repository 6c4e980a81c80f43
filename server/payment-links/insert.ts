import type { Selectable } from 'kysely'
import type { Input } from '#contract/kit/call.ts'
import type { createPaymentLink } from '#contract/payment-links.ts'
import { paymentLinkFields } from '#contract/payment-link-fields.ts'
import type { Tables } from '#server/db/tables.ts'
import { keptOf, shownOf } from '#server/kit/db/fields.ts'
import { asRow, build, statement, type Places } from '#server/kit/db/statements.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { MerchantOf } from '#server/kit/auth/merchant-of.ts'
import { logoAddress } from '#server/merchants/logo-address.ts'
import { ownUserId } from '#server/notifications/notify.ts'
import { payAddress } from '#server/payables/payable.ts'
import { reversedPhone } from './phone.ts'
import type { FoundLink } from './queries.ts'

/**
 * Makes the link and returns it as `findPaymentLink` will. Where its order id is taken, of two at once too, the
 * transaction fails with `duplicateOrder`.
 */
export function insertPaymentLink(
  ctx: Ctx,
  link: Omit<Input<typeof createPaymentLink>['body'], 'signature_hash'> & {
    linkRef: string
    orderId: string
    expiresAt: Date | null
  },
  merchant: MerchantOf,
) {
  const kept = keptOf(paymentLinkFields, link)
  const ownFields = {
    user_configured_field1: link.user_configured_field1 ?? '',
    user_configured_field2: link.user_configured_field2 ?? '',
    user_configured_field3: link.user_configured_field3 ?? '',
    user_configured_field4: link.user_configured_field4 ?? '',
    user_configured_field5: link.user_configured_field5 ?? '',
  }
  const row = {
    ...kept,
    merchant_id: ctx.owner.merchantId,
    environment: ctx.owner.environment,
    link_ref: link.linkRef,
    merchant_order_ref: link.orderId,
    country: kept.country || merchant.country,
    customer_name_lower: kept.customer_name.toLowerCase(),
    email_lower: kept.email.toLowerCase(),
    phone_reversed: reversedPhone(kept.phone),
    status: 'created',
    created_at: ctx.now,
    created_by: ctx.actor.name,
    created_by_id: ownUserId(ctx),
    expires_at: link.expiresAt,
    merchant_name: kept.merchant_name || merchant.brand_name || merchant.name,
    merchant_logo: kept.merchant_logo || logoAddress(ctx.services, merchant.logo),
    merchant_back_url: kept.merchant_back_url || link.merchant_details?.back_url || '',
    user_configured_fields: Object.values(ownFields),
    ip_address: ctx.client.address,
    channels: [] as string[],
    authorises_only: false,
    opened_at: null,
    started_at: null,
    paid_at: null,
  } as const satisfies NewLink
  ctx.write(newLink(row))
  const payable = { kind: 'link', ref: row.link_ref }
  ctx.afterCommit(() => ctx.services.payableOwners.remember(row.link_ref, { owner: ctx.owner, payable }))
  return {
    ...shownOf(paymentLinkFields, row),
    ...ownFields,
    created_by_id: row.created_by_id,
    channels: row.channels,
    authorises_only: row.authorises_only,
    opened_at: row.opened_at,
    started_at: row.started_at,
    link: payAddress(ctx, row.link_ref),
  } satisfies FoundLink
}

type NewLink = Selectable<Tables['payment_links']>
const newLink = statement((row: Places<NewLink>) => build.insertInto('payment_links').values(asRow(row)))
