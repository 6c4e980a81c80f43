import { join } from 'node:path'
import { Fault, fieldFault } from '#contract/faults.ts'
import type { InvoiceDocument } from '#contract/invoice-documents.ts'
import { createResident } from '#server/kit/files/resident.ts'
import { describeInvoice } from '../describe.ts'
import type { InvoiceFacts } from '../facts.ts'
import { invoiceTexts } from '../words.ts'
import { charactersMissing } from './characters.ts'
import type { Drawing } from './draw.ts'

/** Draws one document after another, in a process of its own. */
const drawer = createResident({
  path: join(import.meta.dirname, 'drawer.ts'),
  options: ['--max-old-space-size=256'],
  timeoutMs: 20_000,
  idleMs: 60_000,
  jobsMost: 1_000,
  queue: 50,
  full: () => new Fault('unavailable'),
})

/**
 * The document as a PDF/A-3b, with an electronic invoice inside where there is one; the same facts make the same bytes. Throws
 * `undrawable`, with the characters that no font has.
 */
export async function drawInvoice(facts: InvoiceFacts, electronic: string | null): Promise<Buffer> {
  return drawDocument(drawingOf(facts, await describeInvoice(facts), electronic))
}

/** Any document of such blocks as a PDF/A-3b; the same drawing makes the same bytes. Throws `undrawable`, with the characters that no font has. */
export async function drawDocument(drawing: Drawing): Promise<Buffer> {
  const missing = charactersMissing(drawing.document)
  if (missing.length > 0)
    throw fieldFault('undrawable', 'document', 'missing_characters', `No font has ${missing.slice(0, 20).join(' ')}.`)
  return Buffer.from(await drawer<Uint8Array>(drawing))
}

/** What the process that draws is told. */
export function drawingOf(facts: InvoiceFacts, document: InvoiceDocument, electronic: string | null): Drawing {
  const { titles, page } = invoiceTexts[facts.language]
  const title = facts.kind === 'invoice' ? titles.invoice : titles.creditNote
  return {
    document,
    file: {
      title: said([title, facts.number]).join(' '),
      author: facts.seller.legal_name,
      program: 'Countinghouse',
      at: facts.issuedAt ?? new Date(`${facts.date}T00:00:00Z`),
      electronic: electronic === null ? null : Buffer.from(electronic),
    },
    paper: letterPaper.includes(facts.seller.country_code) ? 'LETTER' : 'A4',
    pageLabel: page,
    name: said([facts.number, facts.seller.legal_name]).join(' · '),
  }
}
const said = (texts: string[]) => texts.filter((text) => text !== '')
/** Where paper is not of the series A. */
const letterPaper = ['CA', 'CL', 'CO', 'MX', 'PH', 'US']

/** The characters of a document that no font has; empty when it can be drawn. */
export const missingCharacters = async (facts: InvoiceFacts): Promise<string[]> =>
  charactersMissing(await describeInvoice({ ...facts, logo: null, showQrCode: false }))
