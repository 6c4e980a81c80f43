import type { Updateable } from 'kysely'
import { Fault } from '#contract/faults.ts'
import { invoiceStates, openInvoiceStates, type InvoiceState } from '#contract/invoice-states.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { publishInvoiceWebhook } from './publish-webhook.ts'
import type { InvoiceRow } from './queries.ts'

/** Columns of an invoice that change. */
type Columns = Partial<InvoiceRow>

/**
 * Changes an invoice that the caller has locked, and returns it as it is then: the one way to write its row, so that what is due
 * counts in the receivables. The update is sent without waiting for its answer.
 */
export function changeInvoice(ctx: Ctx, invoice: InvoiceRow, columns: Columns): InvoiceRow {
  const after = { ...invoice, ...columns, updated_at: ctx.now }
  const { content, seller, ...plain } = columns
  const update: Updateable<Tables['invoices']> = {
    ...plain,
    updated_at: ctx.now,
    ...(content && { content: JSON.stringify(content) }),
    ...(seller && { seller: JSON.stringify(seller) }),
  }
  ctx.write(ctx.own.update('invoices').set(update).where('invoice_ref', '=', invoice.invoice_ref))
  countDue(ctx, invoice, after)
  return after
}

export type InvoiceAction = keyof typeof invoiceStates.actions

/**
 * Moves an invoice that the caller has locked by an action of its machine, with further columns, and tells the merchant's server of
 * the new state. Throws `wrongState` where the machine does not allow it.
 */
export async function moveInvoice(
  ctx: Ctx,
  invoice: InvoiceRow,
  action: InvoiceAction,
  columns: Columns = {},
): Promise<InvoiceRow> {
  if (!invoiceStates.can(invoice.status, action)) throw wrongState(invoice)
  const moved = changeInvoice(ctx, invoice, { ...columns, status: invoiceStates.actions[action].to })
  if (moved.status !== invoice.status) await publishInvoiceWebhook(ctx, moved)
  return moved
}

export const wrongState = ({ status }: Pick<InvoiceRow, 'status'>): Fault =>
  new Fault('wrongState', { why: `the invoice is ${status}` })

const isOpen = (status: InvoiceState): boolean => (openInvoiceStates as readonly InvoiceState[]).includes(status)

/** Appends what a change takes from the receivables and what it puts there. */
function countDue(ctx: Ctx, before: InvoiceRow, after: InvoiceRow): void {
  const same =
    before.due_minor === after.due_minor && before.due_date === after.due_date && before.currency === after.currency
  if (same && isOpen(before.status) === isOpen(after.status)) return
  if (isOpen(before.status)) appendDue(ctx, before, -1n)
  if (isOpen(after.status)) appendDue(ctx, after, 1n)
}
const appendDue = (ctx: Ctx, { currency, due_date, due_minor }: InvoiceRow, sign: bigint): void =>
  ctx.append('invoice_deltas', { currency, due_date, invoices: sign, due_minor: sign * due_minor })
