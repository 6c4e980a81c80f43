import type { Selectable } from 'kysely'
import { Fault } from '#contract/faults.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import { ownRows } from '#server/kit/db/own.ts'
import { build, statement, type Places } from '#server/kit/db/statements.ts'

/** The columns of an invoice but its owner's. */
const columns = [
  'invoice_ref', 'merchant_invoice_ref', 'invoice_number', 'stem', 'counter', 'status', 'voided_from', 'voided_at', 'revision',
  'customer_name', 'customer_name_lower', 'email', 'email_lower', 'phone', 'country', 'currency', 'amount_minor', 'sub_total_minor',
  'paid_minor', 'credited_minor', 'applied_minor', 'refunded_minor', 'due_minor', 'parts', 'invoice_date', 'due_date', 'scheduled_at',
  'sent_at', 'paid_at', 'language', 'time_zone', 'template_ref', 'template_name', 'late_payment', 'allow_partial', 'least_partial_minor', 'success_url',
  'failure_url', 'source', 'replaces', 'content', 'seller', 'created_at', 'created_by', 'created_by_id', 'updated_at',
] as const // prettier-ignore

/** An invoice as its row has it: amounts in minor units, days as `YYYY-MM-DD`. */
export type InvoiceRow = Pick<Selectable<Tables['invoices']>, (typeof columns)[number]>

/** An invoice; undefined when absent or not the owner's. With `lock` its row is locked until the commit. Index: primary key. */
export async function findInvoice(
  ctx: Ctx,
  invoiceRef: string,
  { lock = false } = {},
): Promise<InvoiceRow | undefined> {
  const [row] = (await ctx.db.executeQuery((lock ? lockRow : readRow)({ ...ctx.owner, invoiceRef }))).rows
  return row
}
/** The same where there has to be one. Throws `notFound`. */
export async function existingInvoice(ctx: Ctx, invoiceRef: string, how?: { lock: boolean }): Promise<InvoiceRow> {
  const invoice = await findInvoice(ctx, invoiceRef, how)
  if (!invoice) throw new Fault('notFound')
  return invoice
}

const rowBy = (given: Places<Owner & { invoiceRef: string }>) =>
  ownRows(build, given).select('invoices').select(columns).where('invoice_ref', '=', given.invoiceRef)
const readRow = statement(rowBy)
const lockRow = statement((given: Places<Owner & { invoiceRef: string }>) => rowBy(given).forUpdate())

/**
 * Locks several invoices in one order, ahead of acts on each of them: an act that draws a number locks the series, which nobody may hold
 * while waiting for an invoice. Throws `notFound` where one of them is not there.
 */
export async function lockInvoices(ctx: Ctx, refs: ReadonlySet<string>): Promise<void> {
  const locked = await ctx.own
    .select('invoices')
    .select('invoice_ref')
    .where('invoice_ref', 'in', [...refs])
    .orderBy('invoice_ref')
    .forUpdate()
    .execute()
  if (locked.length < refs.size) throw new Fault('notFound')
}

/** Whether it was issued: it was sent, or marked as sent, whatever has become of it. Then it says what it says for good. */
export const isIssued = ({ sent_at }: Pick<InvoiceRow, 'sent_at'>): boolean => sent_at !== null
