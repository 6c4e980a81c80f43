import type { InvoiceSeller } from '#contract/invoice-answers.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { InvoiceRow } from '#server/invoice-store/queries.ts'

/** What stands in the way of the electronic documents. */
export async function gapsOf(_ctx: Ctx, _invoice: InvoiceRow): Promise<{ field: string; reason: string }[]> {
  return []
}

/** The characters of an invoice that no font of the document has. */
export const unshownCharacters = (_invoice: InvoiceRow, _seller: InvoiceSeller): string[] => []
