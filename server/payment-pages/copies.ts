import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { createPaymentPage } from './create.ts'
import { findPaymentPage } from './queries.ts'
import { readStock } from './stock.ts'
import { lockToChange, save } from './update.ts'
import { columnsOf, contentIn, findVersion } from './versions.ts'

/**
 * Makes a deactivated page like another, with as many units as that one has had and without its address by choice. Returns its
 * reference; throws `notFound`.
 */
export async function duplicatePaymentPage(ctx: Ctx, pageRef: string): Promise<string> {
  const [page, stock] = [await findPaymentPage(ctx, pageRef), await readStock(ctx, pageRef)]
  if (!page) throw new Fault('notFound')
  const { content, merchant_name, promo_discount, shipping_charges } = page
  return createPaymentPage(
    ctx,
    {
      ...content,
      title: page.title,
      page_type: page.page_type,
      amount: page.amount,
      currency: page.currency,
      min_quantity: page.min_quantity,
      max_quantity: page.max_quantity,
      min_amount: page.min_amount,
      max_amount: page.max_amount,
      merchant_details: { name: merchant_name, promo_discount, shipping_charges },
      low_stock_at: page.low_stock_at,
      late_payment: page.late_payment,
      source: page.source,
      success_url: page.success_url,
      failure_url: page.failure_url,
      default_language: page.default_language,
      merchant_order_id: `PAGE-${newId()}`,
      ...(stock?.limited && { stock: 'limited' as const, stock_available: Number(stock.stocked) }),
    },
    { status: 'deactivated' },
  )
}

/**
 * Saves a version of before as a new one; stock, state and address by choice stay. Throws `notFound` also for a version that is
 * not there, `changedMeanwhile` for another version than the latest, `pageType` for another type or currency than its orders have.
 */
export async function restoreVersion(
  ctx: Ctx,
  pageRef: string,
  { restore, version }: { restore: number; version: number },
): Promise<void> {
  const page = await lockToChange(ctx, pageRef, version)
  const found = await findVersion(ctx, pageRef, restore)
  if (!found) throw new Fault('notFound')
  const { custom_url } = page
  const saved = { ...columnsOf(found.page), content: contentIn(found.page), custom_url }
  await save(ctx, page, saved, { restored: restore })
}
