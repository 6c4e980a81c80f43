import { today } from '#server/invoice-store/settings.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** Notes that a customer has looked at an invoice, once a day of the merchant's. */
export async function noteOpened(ctx: Ctx, invoiceRef: string): Promise<void> {
  const noted = await ctx.own
    .insert('invoice_openings', { invoice_ref: invoiceRef, day: await today(ctx) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (noted.numInsertedOrUpdatedRows === 1n) addTimelineEntry(ctx, 'invoice', invoiceRef, 'opened')
}
