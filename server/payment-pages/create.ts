import type { Input } from '#contract/kit/call.ts'
import { fieldFault } from '#contract/faults.ts'
import { decimalText } from '#contract/kit/money.ts'
import { newOrderId } from '#contract/made-order-id.ts'
import { paymentPageFields } from '#contract/payment-page-fields.ts'
import type { createPaymentPage as declaration } from '#contract/payment-pages.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { newReferenceOf } from '#server/kit/auth/merchant-hint.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { keptOf } from '#server/kit/db/fields.ts'
import { ownUserId } from '#server/notifications/notify.ts'
import { afterPayment, contentOf } from './content.ts'
import { planWarning } from './expiry.ts'
import { nameOf } from './names.ts'
import { pageFault } from './rules.ts'
import { insertStock } from './stock.ts'
import { insertVersion, keptPage } from './versions.ts'

type Body = Omit<Input<typeof declaration>['body'], 'signature_hash' | 'chaipay_key' | 'environment'>

/**
 * Makes a page and returns its reference. Throws `duplicateOrder` for an order id that another page has, `pageField`, `pageType`,
 * `pageAddress` and `invalidAmount` for what does not agree.
 */
export async function createPaymentPage(
  ctx: Ctx,
  body: Body,
  { status = 'activated' }: { status?: 'activated' | 'deactivated' } = {},
): Promise<string> {
  const pageRef = newReferenceOf(ctx.owner.merchantId, ctx.now)
  const merchant = await merchantOf(ctx)
  const content = afterPayment(body, contentOf(body))
  const kept = keptOf(paymentPageFields, body)
  const limited = body.stock === 'limited' || (body.stock === undefined && body.stock_available !== undefined)
  if (!limited && body.stock_available !== undefined)
    throw fieldFault('pageField', 'stock_available', 'no_limit', 'A page without a limit has no number of units.')
  const title = kept.title || content.merchant_name || merchant.name
  const several = kept.page_type === 'fixed_with_quantity'
  const row = {
    ...kept,
    page_ref: pageRef,
    merchant_order_id: kept.merchant_order_id || newOrderId(ctx.now),
    status,
    version: 1,
    country: merchant.country,
    title,
    title_lower: title.toLowerCase(),
    max_quantity: body.max_quantity ?? (several ? mostUnits : 1),
    custom_url_lower: kept.custom_url.toLowerCase(),
    late_payment: body.late_payment ?? (limited ? ('refund' as const) : ('accept' as const)),
    expiry_told: planWarning(ctx, pageRef, kept.expires_at),
    created_at: ctx.now,
    created_by: ctx.actor.name,
    created_by_id: ownUserId(ctx),
    updated_at: ctx.now,
  }
  const page = { ...row, ...amountsOf(row), content }
  const fault = pageFault({ ...page, after_payment: content.after_payment })
  if (fault) throw fault
  await ctx.own.insert('payment_pages', { ...row, content: JSON.stringify(content) }).execute()
  insertStock(ctx, pageRef, limited ? (body.stock_available ?? 0) : null)
  if (row.custom_url) await nameOf(ctx, pageRef, row.custom_url)
  const version = keptPage(page)
  insertVersion(ctx, { pageRef, version: 1, page: version, changed: Object.keys(version) })
  addTimelineEntry(ctx, 'payment_page', pageRef, 'created')
  ctx.auditSubject(
    pageRef,
    madeAs({
      title,
      page_type: row.page_type,
      amount: decimalText(row.amount_minor, row.currency),
      currency: row.currency,
      custom_url: row.custom_url,
      stock: limited ? (body.stock_available ?? 0) : '',
    }),
  )
  return pageRef
}

/** Units of one order, where the merchant says nothing. */
const mostUnits = 10

/** A row's amounts under their wire names. */
export const amountsOf = (row: Record<AmountColumn, bigint>) => ({
  amount: row.amount_minor,
  min_amount: row.min_amount_minor,
  max_amount: row.max_amount_minor,
  promo_discount: row.promo_discount_minor,
  shipping_charges: row.shipping_charges_minor,
})
export type AmountColumn =
  | 'amount_minor'
  | 'min_amount_minor'
  | 'max_amount_minor'
  | 'promo_discount_minor'
  | 'shipping_charges_minor'
