import { dayAfter, startOfDay, type Day } from '#contract/kit/zoned-day.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { InvoiceRow } from '#server/invoice-store/queries.ts'
import { sellerOf } from '#server/invoice-store/settings.ts'
import { payAddress } from '#server/payables/payable.ts'
import type { ToldInvoice } from './words.ts'

/** What messages say of an invoice, at a moment. */
export async function toldOf(
  ctx: Ctx,
  invoice: InvoiceRow,
  { attached, at = ctx.now }: Pick<ToldInvoice, 'attached'> & { at?: Date },
): Promise<ToldInvoice> {
  const [seller, overdue] = await Promise.all([invoice.seller ?? sellerOf(ctx), isOver(ctx, invoice.due_date, at)])
  return {
    number: invoice.invoice_number,
    merchant: seller.legal_name,
    customer: invoice.customer_name,
    due: { minor: invoice.due_minor, currency: invoice.currency },
    dueDate: invoice.due_date,
    overdue,
    description: invoice.content.description,
    address: payAddress(ctx, invoice.invoice_ref),
    attached,
    environment: ctx.owner.environment,
  }
}

/** Whether a day is over where the merchant is. */
export async function isOver(ctx: Ctx, day: Day, at: Date): Promise<boolean> {
  const { time_zone } = await merchantOf(ctx)
  return at >= startOfDay(dayAfter(day, 1), time_zone)
}
