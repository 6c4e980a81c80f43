import { sql } from 'kysely'
import { amountText } from '#contract/kit/money.ts'
import { dayAfter, dayAt, startOfDay } from '#contract/kit/zoned-day.ts'
import { defaultLanguage } from '#i18n/languages.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { notify } from '#server/notifications/notify.ts'
import { expirePayable } from '#server/payables/jobs.ts'
import { attemptInFlight } from '#server/payments/attempts.ts'
import { moveInvoice } from './change.ts'
import type { InvoiceRow } from './queries.ts'

/** The moment from which an invoice is overdue: the first one of the day after its due date, where the merchant is. */
export async function overdueFrom(ctx: Ctx, { due_date }: Pick<InvoiceRow, 'due_date'>): Promise<Date> {
  const { time_zone } = await merchantOf(ctx)
  return startOfDay(dayAfter(due_date, 1), time_zone)
}

/** Has a job look at an invoice when it would be overdue. One whose day has moved by then is left alone. */
export async function awaitDueDate(ctx: Ctx, invoice: InvoiceRow): Promise<void> {
  const after = await overdueFrom(ctx, invoice)
  if (after > ctx.now) ctx.enqueue(expirePayable, { kind: 'invoice', ref: invoice.invoice_ref }, { after })
}

/**
 * Moves a sent invoice that the caller has locked to overdue, once its due day is over. Not while an attempt that began in time is
 * in flight: its end decides.
 */
export async function fallDueIfPast(ctx: Ctx, invoice: InvoiceRow): Promise<InvoiceRow> {
  if (invoice.status !== 'sent') return invoice
  const moment = await overdueFrom(ctx, invoice)
  if (ctx.now < moment) return invoice
  const attempt = await attemptInFlight(ctx, { kind: 'invoice', ref: invoice.invoice_ref })
  if (attempt && attempt.created_at < moment) return invoice
  const overdue = await moveInvoice(ctx, invoice, 'fallDue')
  addTimelineEntry(ctx, 'invoice', invoice.invoice_ref, 'overdue')
  await notify(ctx, 'invoice_overdue', factsOf(overdue, overdue.due_minor))
  return overdue
}

/** The references of sent invoices whose due day was over at a moment, at most 500. Index: invoices_open, which the literal lets every plan use. */
export async function listFallenDue(ctx: Ctx, since: Date): Promise<string[]> {
  const { time_zone } = await merchantOf(ctx)
  const rows = await ctx.own
    .select('invoices')
    .select('invoice_ref')
    .where('status', '=', sql.lit('sent'))
    .where('due_date', '<', dayAt(since, time_zone))
    .limit(500)
    .execute()
  return rows.map(({ invoice_ref }) => invoice_ref)
}

/** The facts of an invoice that notifications carry, with an amount. */
export const factsOf = (invoice: InvoiceRow, amountMinor: bigint) => ({
  invoice_ref: invoice.invoice_ref,
  number: invoice.invoice_number,
  customer: invoice.customer_name,
  amount: `${amountText(amountMinor, invoice.currency, defaultLanguage)} ${invoice.currency}`,
})
