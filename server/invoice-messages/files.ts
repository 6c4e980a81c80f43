import { Fault } from '#contract/faults.ts'
import type { KeptAttachment } from '#server/db/kept-attachment.ts'
import { keepDocument, keptDocument, makeDocument } from '#server/invoice-documents/documents.ts'
import { invoiceFacts } from '#server/invoice-documents/invoice-facts.ts'
import { findInvoice, isIssued, type InvoiceRow } from '#server/invoice-store/queries.ts'
import type { InTransaction } from '#server/kit/db/own-transaction.ts'
import type { FileSource } from '#server/kit/files/file-source.ts'

/** The forms in which a customer gets an issued invoice, each a kind of file by the invoice's reference. */
export const fileKinds = {
  pdf: { kind: 'invoice_pdf', type: 'application/pdf', ending: '.pdf' },
  ubl: { kind: 'invoice_ubl', type: 'application/xml', ending: '-ubl.xml' },
  cii: { kind: 'invoice_cii', type: 'application/xml', ending: '-cii.xml' },
} as const
export type FileForm = keyof typeof fileKinds
export const isFileForm = (form: string): form is FileForm => Object.hasOwn(fileKinds, form)
const forms = Object.keys(fileKinds) as FileForm[]

export const fileNameOf = ({ invoice_number }: Pick<InvoiceRow, 'invoice_number'>, form: FileForm): string =>
  `invoice-${invoice_number}${fileKinds[form].ending}`

/** The PDF of an issued invoice as mails carry it: by its reference, since its bytes are kept. */
export function pdfOf(invoice: InvoiceRow): KeptAttachment {
  const { kind, type } = fileKinds.pdf
  return { name: fileNameOf(invoice, 'pdf'), type, of: { kind, ref: invoice.invoice_ref } }
}

/** The files of issued invoices: the kept ones, or those that are kept from now on. None of a draft, and none that cannot be made. */
export const invoiceFiles: readonly FileSource[] = forms.map((form) => ({
  kind: fileKinds[form].kind,
  read: (transaction, ref) => readFile(transaction, ref, form),
}))

async function readFile(transaction: InTransaction, ref: string, form: FileForm): Promise<Buffer | null> {
  const found = await transaction(async (ctx) => {
    const invoice = await findInvoice(ctx, ref)
    if (!invoice || !isIssued(invoice)) return null
    const facts = await invoiceFacts(ctx, invoice)
    return { facts, kept: await keptDocument(ctx, facts, form) }
  })
  if (!found) return null
  const { facts, kept } = found
  if (kept) return kept.bytes
  const made = await makeDocument(facts, form).catch(noneIfRefused)
  return made && (await transaction((ctx) => keepDocument(ctx, facts, form, made))).bytes
}

/** What is busy may be asked again; what is refused stays refused. */
function noneIfRefused(error: unknown): null {
  if (error instanceof Fault && error.fault !== 'unavailable') return null
  throw error
}
