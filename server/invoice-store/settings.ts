import type { InvoiceSeller } from '#contract/invoice-answers.ts'
import { defaultPatterns, placeOf, type NumberPlace, type NumberSeries } from '#contract/invoice-numbers.ts'
import { dayAt, type Day } from '#contract/kit/zoned-day.ts'
import type { KeptInvoiceSettings } from '#server/db/kept-invoice.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { memo } from '#server/kit/db/memo.ts'
import { logoAddress } from '#server/merchants/logo-address.ts'

/** What the merchant has set about invoices; revision 0 where nothing is set yet. */
export async function readSettings(ctx: Ctx): Promise<{ revision: number; settings: KeptInvoiceSettings }> {
  const row = await ctx.own.select('invoice_settings').select(['revision', 'settings']).executeTakeFirst()
  return row ?? { revision: 0, settings: {} }
}
/** The settings, read once in a transaction. */
export const settingsOf = (ctx: Ctx): Promise<KeptInvoiceSettings> =>
  memo(ctx, 'invoice settings', async () => (await readSettings(ctx)).settings)

export const patternOf = (settings: KeptInvoiceSettings, series: NumberSeries): string =>
  (series === 'invoice' ? settings.number_pattern : settings.credit_note_pattern) || defaultPatterns[series]

/** Where the next number of a series goes, for something with this date. */
export async function placeIn(ctx: Ctx, series: NumberSeries, day: Day): Promise<NumberPlace> {
  return placeOf(patternOf(await settingsOf(ctx), series), day)
}

/** The day it is where the merchant is. */
export const today = async (ctx: Ctx): Promise<Day> => dayAt(ctx.now, (await merchantOf(ctx)).time_zone)

/** Who sends invoices, as of now. */
export async function sellerOf(ctx: Ctx): Promise<InvoiceSeller> {
  const [settings, merchant] = await Promise.all([settingsOf(ctx), merchantOf(ctx)])
  return {
    legal_name: settings.legal_name || merchant.brand_name || merchant.name,
    line_1: settings.line_1 ?? '',
    line_2: settings.line_2 ?? '',
    city: settings.city ?? '',
    state: settings.state ?? '',
    zip_code: settings.zip_code ?? '',
    country_code: settings.country_code || merchant.country,
    tax_number: settings.tax_number ?? '',
    company_number: settings.company_number ?? '',
    endpoint_scheme: settings.endpoint_scheme ?? '',
    endpoint_id: settings.endpoint_id ?? '',
    email: settings.email ?? '',
    phone: settings.phone ?? '',
    bank_name: settings.bank_name ?? '',
    account_name: settings.account_name ?? '',
    account_number: settings.account_number ?? '',
    bank_code: settings.bank_code ?? '',
    terms: settings.terms ?? '',
    logo: logoAddress(ctx.services, merchant.logo),
  }
}
