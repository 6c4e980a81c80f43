import type { Ctx } from '#server/kit/ctx.ts'
import { wrongState } from '#server/invoice-store/change.ts'
import { issueInvoice } from '#server/invoice-store/issue.ts'
import { existingInvoice, type InvoiceRow } from '#server/invoice-store/queries.ts'
import { waysOf } from '#server/invoice-store/recipients.ts'

/** Sends a draft or a scheduled invoice that the caller has locked, which issues it. Throws `recipientMissing`, `wrongState`. */
export async function sendNow(ctx: Ctx, invoice: InvoiceRow): Promise<InvoiceRow> {
  waysOf(invoice)
  return issueInvoice(ctx, invoice)
}

/** Issues one that the merchant has handed over by other means. */
export const markAsSent = (ctx: Ctx, invoice: InvoiceRow): Promise<InvoiceRow> => issueInvoice(ctx, invoice)

/** Plans the reminders of an invoice anew whose terms have changed, or that came back. */
export async function remindAnew(_ctx: Ctx, _invoice: InvoiceRow): Promise<void> {}

/** Sends an invoice, as a user does from the list. Throws the faults of sending. */
export async function send(ctx: Ctx, invoiceRef: string): Promise<void> {
  await sendNow(ctx, await existingInvoice(ctx, invoiceRef, { lock: true }))
}

/** Reminds the customer of an invoice. Throws the faults of reminding. */
export async function remind(ctx: Ctx, invoiceRef: string): Promise<void> {
  throw wrongState(await existingInvoice(ctx, invoiceRef, { lock: true }))
}
