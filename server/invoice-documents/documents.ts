import { createHash } from 'node:crypto'
import { Fault, type FieldError } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { InvoiceFacts } from './facts.ts'
import { drawInvoice } from './pdf/pdf.ts'
import { findFile, insertFile, type FileForm, type KeptFile } from './queries.ts'
import { ciiOf } from './xml/cii.ts'
import { electronicOf } from './xml/electronic.ts'
import { electronicGaps } from './xml/gaps.ts'
import { ublOf } from './xml/ubl.ts'

/** A document as a file. */
export interface DocumentFile {
  name: string
  type: string
  bytes: Buffer
}

/** The file of what was issued, as it is kept; undefined when it was never made. A file that has changed is an internal error. */
export async function keptDocument(ctx: Ctx, facts: InvoiceFacts, form: FileForm): Promise<DocumentFile | undefined> {
  const file = keptAs(facts, form)
  const bytes = file && (await readKept(ctx, file))
  return bytes ? fileOf(facts, form, bytes) : undefined
}

/** The bytes of a kept file; undefined when there is none. Throws {@link FileChanged}. */
export async function readKept(ctx: Ctx, file: KeptFile): Promise<Buffer | undefined> {
  const found = await findFile(ctx, file)
  if (found && !digestOf(found.bytes).equals(found.digest)) throw new FileChanged(file)
  return found?.bytes
}
/** A file is not any more what was kept. */
export class FileChanged extends Error {
  constructor({ form, ref }: KeptFile) {
    super(`the ${form} of ${ref} is not what was kept`)
  }
}

/** Makes a file: an issued document says the same whenever it is made. Throws `undrawable`, `wrongState`, `electronicGaps`. */
export async function makeDocument(facts: InvoiceFacts, form: FileForm): Promise<DocumentFile> {
  return fileOf(facts, form, form === 'pdf' ? await pdfOf(facts) : Buffer.from(xmlOf(facts, form)))
}

/** Keeps a file that was made of something issued, and returns what is kept: of two that were made at once the first. */
export async function keepDocument(
  ctx: Ctx,
  facts: InvoiceFacts,
  form: FileForm,
  made: DocumentFile,
): Promise<DocumentFile> {
  const file = keptAs(facts, form)
  if (!file) return made
  await insertFile(ctx, file, made.bytes, digestOf(made.bytes))
  return (await keptDocument(ctx, facts, form)) ?? made
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

/** The kept file of a document; null of what was not issued, which may still change and is made anew each time. */
export const keptAs = ({ ref, state, issuedAt }: InvoiceFacts, form: FileForm): KeptFile | null =>
  state === 'draft' || issuedAt === null ? null : { ref, form, standing: state }

/** With the electronic invoice inside, as far as it can be had and counts. */
async function pdfOf(facts: InvoiceFacts): Promise<Buffer> {
  const carries = facts.state === 'issued' && electronicGaps(facts).length === 0
  return drawInvoice(facts, carries ? ciiOf(electronicOf(facts), { inside: 'factur-x' }) : null)
}

function xmlOf(facts: InvoiceFacts, form: 'ubl' | 'cii'): string {
  // A file for accounting cannot say that it is a draft, or that it is void.
  if (facts.state !== 'issued') throw new Fault('wrongState')
  const gaps = electronicGaps(facts)
  if (gaps.length > 0) throw new Fault('electronicGaps', { errors: gaps.map(errorOf) })
  const invoice = electronicOf(facts)
  return form === 'ubl' ? ublOf(invoice) : ciiOf(invoice, { inside: 'file' })
}
const errorOf = ({ field, reason }: { field: string; reason: string }): FieldError => ({
  path: field,
  reason,
  text: 'An electronic invoice needs this.',
})

function fileOf({ kind, number, ref }: InvoiceFacts, form: FileForm, bytes: Buffer): DocumentFile {
  const name = `${kind === 'invoice' ? 'invoice' : 'credit-note'}-${number || ref}`.replaceAll(/[^A-Za-z0-9._-]+/g, '-')
  if (form === 'pdf') return { name: `${name}.pdf`, type: 'application/pdf', bytes }
  return { name: `${name}-${form}.xml`, type: 'application/xml', bytes }
}
