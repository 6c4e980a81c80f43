import type { Ctx } from '#server/kit/ctx.ts'
import { invoiceFacts } from '#server/invoice-documents/invoice-facts.ts'
import { missingCharacters } from '#server/invoice-documents/pdf/pdf.ts'
import { electronicGaps } from '#server/invoice-documents/xml/gaps.ts'
import type { InvoiceRow } from '#server/invoice-store/queries.ts'

/** What stands in the way of an invoice's documents: fields of the electronic ones, and characters that no font has. */
export async function obstacles(ctx: Ctx, invoice: InvoiceRow) {
  const facts = await invoiceFacts(ctx, invoice)
  return { electronic_gaps: electronicGaps(facts), missing_characters: await missingCharacters(facts) }
}
