import { fieldFault } from '#contract/faults.ts'
import type { MessageWay } from '#contract/messages.ts'
import { invoiceFacts } from '#server/invoice-documents/invoice-facts.ts'
import { missingCharacters } from '#server/invoice-documents/pdf/pdf.ts'
import type { InvoiceRow } from '#server/invoice-store/queries.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** The characters of an invoice that no font of its PDF has. */
export const charactersMissing = async (ctx: Ctx, invoice: InvoiceRow): Promise<string[]> =>
  missingCharacters(await invoiceFacts(ctx, invoice))

/** Whether the PDF of an invoice can be drawn. One that was handed over by other means may have characters that no font has. */
export const isDrawable = async (ctx: Ctx, invoice: InvoiceRow): Promise<boolean> =>
  (await charactersMissing(ctx, invoice)).length === 0

/** Throws `undrawable`, with the characters, for an invoice that is to go by mail and whose PDF cannot be drawn. */
export async function checkDrawable(ctx: Ctx, invoice: InvoiceRow, ways: readonly MessageWay[]): Promise<void> {
  const characters = ways.includes('email') ? await charactersMissing(ctx, invoice) : []
  if (characters.length > 0)
    throw fieldFault(
      'undrawable',
      'document',
      'missing_characters',
      `No font has ${characters.slice(0, 20).join(' ')}.`,
    )
}
