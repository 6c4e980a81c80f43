import type { Ctx } from '#server/kit/ctx.ts'
import { notify } from '#server/notifications/notify.ts'
import type { Attempt } from '#server/payables/payable.ts'
import type { UnitsLeft } from '#server/payment-pages/stock.ts'
import { factsOf } from '#server/payments/notify.ts'
import type { FoundOrder } from './queries.ts'

/**
 * Tells people that a sale has left a page with less than one order takes, or with no more than they want to hear of: once for each
 * time, since of all sales one crosses the bound. Units that open orders hold count as left: most of them come back or are sold.
 */
export async function tellOfStock(ctx: Ctx, order: FoundOrder, { limited, unsold: after }: UnitsLeft): Promise<void> {
  if (!limited) return
  const { page_ref, title, min_quantity: least, low_stock_at: low } = order
  const before = after + order.quantity
  if (after < least) {
    if (before >= least) await notify(ctx, 'page_sold_out', { page_ref, title })
  } else if (low !== null && after <= low && before > low)
    await notify(ctx, 'page_low_stock', { page_ref, title, left: String(after) })
}

/** Tells people that money for an order that is over goes back. */
export const tellRefunded = (ctx: Ctx, { title }: FoundOrder, attempt: Attempt): Promise<void> =>
  notify(ctx, 'late_order_refunded', { ...factsOf(attempt), title })
