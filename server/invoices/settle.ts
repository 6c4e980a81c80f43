import type { InvoiceState } from '#contract/invoice-states.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { changeInvoice, moveInvoice } from '#server/invoice-store/change.ts'
import { overdueFrom } from '#server/invoice-store/fall-due.ts'
import type { InvoiceRow } from '#server/invoice-store/queries.ts'

/** What lowers what is due of an invoice: money, or a credit note. */
interface Lowering {
  paidMinor?: bigint
  appliedMinor?: bigint
  /** When the customer, or the merchant, began. */
  since: Date
  /** Further columns that change with it. */
  columns?: Partial<InvoiceRow>
}

/**
 * Lowers what is due of an open invoice that the caller has locked. When nothing is due any more it is paid, in time where that began
 * on the due day at the latest.
 */
export async function lowerDue(
  ctx: Ctx,
  invoice: InvoiceRow,
  { paidMinor = 0n, appliedMinor = 0n, since, columns = {} }: Lowering,
): Promise<InvoiceRow> {
  const due_minor = invoice.due_minor - paidMinor - appliedMinor
  const sums = {
    ...columns,
    paid_minor: invoice.paid_minor + paidMinor,
    applied_minor: invoice.applied_minor + appliedMinor,
    due_minor,
  }
  if (due_minor > 0n) return changeInvoice(ctx, invoice, sums)
  const isLate = invoice.status === 'sent' && since >= (await overdueFrom(ctx, invoice))
  const open = isLate ? await moveInvoice(ctx, invoice, 'fallDue') : invoice
  const action = open.status === 'sent' ? 'pay' : 'payLate'
  return followRefunds(ctx, await moveInvoice(ctx, open, action, { ...sums, paid_at: ctx.now }))
}

/** Moves a paid invoice by what was refunded of it: in part, or all. Nothing for one that is open, or voided. */
export async function followRefunds(ctx: Ctx, invoice: InvoiceRow): Promise<InvoiceRow> {
  if (invoice.refunded_minor === 0n || !paidStates.includes(invoice.status)) return invoice
  return moveInvoice(ctx, invoice, invoice.refunded_minor === invoice.paid_minor ? 'refund' : 'refundPart')
}
const paidStates: readonly InvoiceState[] = ['paid', 'paid_late', 'partially_refunded']
