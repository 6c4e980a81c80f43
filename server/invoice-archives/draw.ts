import { Fault, faults } from '#contract/faults.ts'
import {
  FileChanged,
  keepDocument,
  keptAs,
  keptDocument,
  makeDocument,
  type DocumentFile,
} from '#server/invoice-documents/documents.ts'
import type { InvoiceFacts } from '#server/invoice-documents/facts.ts'
import { invoiceFacts } from '#server/invoice-documents/invoice-facts.ts'
import { existingInvoice } from '#server/invoice-store/queries.ts'
import type { Ctx, Services } from '#server/kit/ctx.ts'
import type { Ending } from './queries.ts'

/** An invoice as of the moment when its PDF is asked for, with the file that is kept of it, or why there can be none. */
type Asked = { facts: InvoiceFacts; kept: DocumentFile | undefined } | { leftOut: string }
/** The same with its file. */
type Drawn = { facts: InvoiceFacts; file: DocumentFile; isKept: boolean } | { leftOut: string }

/** What the PDF of an invoice says, and whether it is kept. */
export async function askOf(ctx: Ctx, invoiceRef: string): Promise<Asked> {
  const facts = await invoiceFacts(ctx, await existingInvoice(ctx, invoiceRef))
  try {
    return { facts, kept: await keptDocument(ctx, facts, 'pdf') }
  } catch (error) {
    if (!(error instanceof FileChanged)) throw error
    ctx.services.log.fatal({ err: error, invoice_ref: invoiceRef }, 'a kept file has changed')
    return { leftOut: faults.internal.reason }
  }
}

/** Draws it, without a transaction. One that cannot be drawn is left out. Throws `unavailable`, where it may succeed later. */
export async function drawnOf(asked: Asked, { log }: Pick<Services, 'log'>): Promise<Drawn> {
  if ('leftOut' in asked) return asked
  const { facts, kept } = asked
  if (kept) return { facts, file: kept, isKept: true }
  try {
    return { facts, file: await made(facts), isKept: false }
  } catch (error) {
    if (error instanceof Fault && error.fault === 'unavailable') throw error
    if (error instanceof Fault) return { leftOut: faults[error.fault].reason }
    log.error({ err: error, invoice_ref: facts.ref }, 'a document could not be drawn')
    return { leftOut: faults.internal.reason }
  }
}

/** Draws once more where the process that draws has ended: another begins then. */
async function made(facts: InvoiceFacts): Promise<DocumentFile> {
  try {
    return await makeDocument(facts, 'pdf')
  } catch (error) {
    if (error instanceof Fault) throw error
    return makeDocument(facts, 'pdf')
  }
}

/** Keeps what was drawn of something issued. What was not issued may change, so the archive has its PDF as it was. */
export async function keptOf(ctx: Ctx, drawn: Drawn): Promise<Ending> {
  if ('leftOut' in drawn) return { state: 'left_out', reason: drawn.leftOut }
  const { facts, file, isKept } = drawn
  const keptFile = keptAs(facts, 'pdf')
  if (!keptFile) return { state: 'ready', file_name: `draft-${file.name}`, bytes: file.bytes }
  if (!isKept) await keepDocument(ctx, facts, 'pdf', file)
  return { state: 'ready', file_name: file.name, standing: keptFile.standing }
}
