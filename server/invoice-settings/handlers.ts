import type * as contract from '#contract/invoice-settings.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { nextNumber } from '#server/invoice-store/numbers.ts'
import { patternOf, readSettings } from '#server/invoice-store/settings.ts'
import { saveSettings } from './save.ts'

export const handlers: Handlers<typeof contract> = {
  readInvoiceSettings: (ctx) => shown(ctx),

  async updateInvoiceSettings(ctx, { body }) {
    await saveSettings(ctx, body)
    return shown(ctx)
  },
}

async function shown(ctx: Ctx) {
  const { settings, revision } = await readSettings(ctx)
  const [next_number, next_credit_note_number, latest_invoice_date] = await Promise.all([
    nextNumber(ctx, 'invoice', patternOf(settings, 'invoice')),
    nextNumber(ctx, 'credit_note', patternOf(settings, 'credit_note')),
    latestDate(ctx),
  ])
  return { ...settings, revision, next_number, next_credit_note_number, latest_invoice_date }
}

/** The latest date of an issued invoice. Index: invoices_by_date, read from its end. */
async function latestDate(ctx: Ctx): Promise<string> {
  const row = await ctx.own
    .select('invoices')
    .select('invoice_date')
    .where('sent_at', 'is not', null)
    .orderBy('invoice_date', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.invoice_date ?? ''
}
