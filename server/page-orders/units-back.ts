import { sql } from 'kysely'
import { Fault } from '#contract/faults.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { BoughtUnits } from '#server/payables/payable.ts'
import { readStock, returnUnits } from '#server/payment-pages/stock.ts'
import { countPage } from '#server/payment-pages/sums.ts'
import { findPageOrder, type FoundOrder } from './queries.ts'

/**
 * The units that a payment of an order bought, and how many of them came back; null where it bought none, as late money that was
 * not accepted, or that came for an order which another payment has paid.
 */
export async function boughtUnits(
  ctx: Ctx,
  order: FoundOrder,
  { late }: { late: boolean },
): Promise<BoughtUnits | null> {
  const isItsOwn = late === (order.status !== 'success')
  if (order.units !== 'sold' || !isItsOwn) return null
  const [returned, stock] = await Promise.all([returnedOf(ctx, order.order_ref), readStock(ctx, order.page_ref)])
  return { sold: order.quantity, returned, to_stock: stock?.limited ?? false }
}

/**
 * Puts units of a paid order back for sale, once: at most as many as it bought. Locks the order. `at` is the field of the request
 * that says how many. Throws `notFound`, `wrongState` when it has sold none or some are back, `invalidRequest` for too many.
 */
export async function putBack(ctx: Ctx, orderRef: string, units: number, at: string): Promise<FoundOrder> {
  const order = await findPageOrder(ctx, orderRef, { lock: true })
  if (!order) throw new Fault('notFound')
  if (units < 1 || units > order.quantity)
    throw new Fault('invalidRequest', {
      errors: [
        { path: at, reason: 'more_than_sold', params: { most: order.quantity }, text: 'That many were not sold.' },
      ],
    })
  if (order.units !== 'sold') throw new Fault('wrongState', { why: 'they are not sold' })
  if (await returnedOf(ctx, orderRef)) throw new Fault('wrongState', { why: 'they are back' })
  countPage(ctx, order.page_ref, { units: -units })
  addTimelineEntry(ctx, 'payment_page', order.page_ref, 'stock_changed', { change: String(units) })
  await returnUnits(ctx, { pageRef: order.page_ref, orderRef, quantity: units })
  return order
}

/** Index: stock_movements_once. */
async function returnedOf(ctx: Ctx, orderRef: string): Promise<number> {
  const row = await ctx.own
    .select('stock_movements')
    .select('units')
    .where('order_ref', '=', orderRef)
    // Without it, a plan for any reference cannot use an index that has no empty ones.
    .where('order_ref', '<>', sql.lit(''))
    .where('movement', '=', 'returned')
    .executeTakeFirst()
  return Number(row?.units ?? 0)
}
