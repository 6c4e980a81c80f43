import type * as contract from '#contract/page-orders.ts'
import { Fault } from '#contract/faults.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { findPaymentPage } from '#server/payment-pages/queries.ts'
import { changeUnits, readStock } from '#server/payment-pages/stock.ts'
import { createPageOrder } from './create.ts'
import { endOrder } from './payable.ts'
import { findPageOrder } from './queries.ts'
import { exportedTransactions, listPageTransactions } from './transactions.ts'
import { putBack } from './units-back.ts'

export const handlers: Handlers<typeof contract> = {
  createPageOrder: (ctx, { body }) => createPageOrder(ctx, pageIn(ctx), body),

  async cancelPageOrder(ctx, { path }) {
    const order = await findPageOrder(ctx, path.order_ref, { lock: true })
    if (!order || order.page_ref !== pageIn(ctx)) throw new Fault('notFound')
    const isOpen = order.status === 'created' || order.status === 'processing'
    if (!isOpen || order.attempt_ref) throw new Fault('wrongState', { why: `the order is ${order.status}` })
    await endOrder(ctx, order, 'cancel')
  },

  async changePageStock(ctx, { path, body }) {
    const page = await findPaymentPage(ctx, path.ref)
    if (!page) throw new Fault('notFound')
    if (body.order_ref) await takeBack(ctx, path.ref, body.order_ref, body.change)
    else {
      await changeUnits(ctx, path.ref, body.change)
      addTimelineEntry(ctx, 'payment_page', path.ref, 'stock_changed', { change: String(body.change) })
    }
    ctx.auditSubject(path.ref, madeAs({ change: String(body.change), order_ref: body.order_ref ?? '' }))
    const stock = await readStock(ctx, path.ref)
    return {
      stocked: Number(stock?.stocked),
      available: Number(stock?.available),
      reserved: Number(stock?.reserved),
      sold: Number(stock?.sold),
    }
  },

  listPageTransactions: (ctx, { path, body }) => listPageTransactions(ctx, path.pageRef, body),
  exportPageTransactions: (ctx, { path }) => exportedTransactions(ctx, path.pageRef),
}

async function takeBack(ctx: Ctx, pageRef: string, orderRef: string, units: number): Promise<void> {
  const order = await findPageOrder(ctx, orderRef)
  if (order?.page_ref !== pageRef) throw new Fault('notFound')
  await putBack(ctx, orderRef, units, 'change')
}

/** The page that the path names: `find.ts` gives its reference in the place of an order's. */
function pageIn({ payable }: Ctx): string {
  if (!payable) throw new Error("a shopper's call without a page")
  return payable.ref
}
