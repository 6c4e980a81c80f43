import type { KeptAttachment } from '#server/db/kept-attachment.ts'
import type { InvoiceRow } from '#server/invoice-store/queries.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** The kind of file that is the PDF of an issued invoice, by the invoice's reference. */
const pdfKind = 'invoice_pdf'

/** The PDF of an issued invoice as mails carry it: by its reference, since its bytes are kept. None where nothing draws it. */
export function pdfOf(ctx: Pick<Ctx, 'services'>, { invoice_ref: ref, invoice_number }: InvoiceRow): KeptAttachment[] {
  if (!carriesPdf(ctx)) return []
  return [{ name: `${invoice_number}.pdf`, type: 'application/pdf', of: { kind: pdfKind, ref } }]
}

/** Whether mails about invoices carry their PDF. */
export const carriesPdf = ({ services }: Pick<Ctx, 'services'>): boolean =>
  services.files.some(({ kind }) => kind === pdfKind)
