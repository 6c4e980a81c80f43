import type { MessageWay } from '#contract/messages.ts'
import type { Language } from '#i18n/languages.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** How an invoice goes. */
export interface Sending {
  ways: readonly MessageWay[]
  /** Empty for that of the invoice. */
  language: Language | ''
  /** Further people who get the mail. */
  recipients: readonly string[]
}

/** How a planned invoice goes, where that was said. Index: primary key. */
export const readSending = (ctx: Ctx, invoiceRef: string): Promise<Sending | undefined> =>
  ctx.own
    .select('invoice_sendings')
    .select(['ways', 'language', 'recipients'])
    .where('invoice_ref', '=', invoiceRef)
    .executeTakeFirst()

/** Keeps how a planned invoice goes, in place of what was said before. */
export function keepSending(ctx: Ctx, invoiceRef: string, { ways, language, recipients }: Sending): void {
  const said = { ways: [...ways], language, recipients: [...recipients] }
  ctx.write(
    ctx.own
      .insert('invoice_sendings', { invoice_ref: invoiceRef, ...said })
      .onConflict((conflict) => conflict.columns(['merchant_id', 'environment', 'invoice_ref']).doUpdateSet(said)),
  )
}

export const forgetSending = (ctx: Ctx, invoiceRef: string): void =>
  ctx.write(ctx.own.delete('invoice_sendings').where('invoice_ref', '=', invoiceRef))
