import { invoiceStates } from '#contract/invoice-states.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { moveInvoice, wrongState } from './change.ts'
import { awaitDueDate, fallDueIfPast } from './fall-due.ts'
import { drawNumber } from './numbers.ts'
import type { InvoiceRow } from './queries.ts'
import { sellerOf } from './settings.ts'

/**
 * Issues a draft or a scheduled invoice that the caller has locked: it is first sent, or marked as sent. It gets its number, unless
 * it was given one, the seller as of now, and a page for its customer; from here on it says what it says. One whose due date is past
 * is overdue at once. Throws `wrongState` for any other.
 */
export async function issueInvoice(ctx: Ctx, invoice: InvoiceRow): Promise<InvoiceRow> {
  if (!invoiceStates.can(invoice.status, 'issue')) throw wrongState(invoice)
  const seller = await sellerOf(ctx)
  const numbered = await numberFor(ctx, invoice)
  const sent = await moveInvoice(ctx, invoice, 'issue', { ...numbered, seller })
  addTimelineEntry(ctx, 'invoice', sent.invoice_ref, 'issued', { number: sent.invoice_number })
  await awaitDueDate(ctx, sent)
  return fallDueIfPast(ctx, sent)
}

async function numberFor(ctx: Ctx, { invoice_number: given, invoice_date }: InvoiceRow) {
  if (given) return { sent_at: ctx.now }
  const { number, stem, counter, at } = await drawNumber(ctx, 'invoice', invoice_date)
  return { invoice_number: number, stem, counter, sent_at: at }
}
