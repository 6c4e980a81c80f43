import { amountText, currencies, type Currency } from '#contract/kit/money.ts'
import { millionthsText, type Millionths } from '#contract/kit/decimal.ts'
import { kept } from '#contract/kit/kept.ts'
import { taxedCategories } from '#contract/invoice-parts.ts'
import type { TaxOf } from '#contract/invoice-sums.ts'
import type { Areas } from '#i18n/areas.ts'
import { dateLocale, displayLocale, type Language } from '#i18n/languages.ts'
import { textsOf } from '#server/kit/texts.ts'
import type { InvoiceFacts } from './facts.ts'

/** The labels of documents, by language. */
export const invoiceTexts = textsOf('invoice')
type Texts = Areas['invoice']

/** What a tax is called where the seller is; `tax` where neither of the others is its name. */
export type TaxName = 'vat' | 'gst' | 'tax'
export function taxNameIn(country: string): TaxName {
  if (goodsAndServices.includes(country)) return 'gst'
  return valueAdded.includes(country) ? 'vat' : 'tax'
}
const goodsAndServices = ['AU', 'IN', 'NZ', 'SG']
const valueAdded = [
  'AE', 'AT', 'BE', 'BG', 'BH', 'CH', 'CN', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GB', 'GR', 'HR', 'HU', 'ID', 'IE', 'IS',
  'IT', 'KE', 'KR', 'LT', 'LU', 'LV', 'MT', 'NG', 'NL', 'NO', 'OM', 'PH', 'PL', 'PT', 'RO', 'SA', 'SE', 'SI', 'SK', 'TH', 'TW', 'TZ',
  'UG', 'VN', 'ZA',
] // prettier-ignore
/** Where the invoice of somebody with a tax number is headed as a tax invoice. */
export const hasTaxInvoices = (country: string): boolean => taxInvoices.includes(country)
const taxInvoices = ['AE', 'AU', 'BH', 'IN', 'KE', 'MY', 'NZ', 'OM', 'SA', 'SG', 'TH', 'UG', 'ZA']

/** '19%'; of a category without tax its name, as far as it is not simply 0%. */
export function taxWord({ category, percent }: TaxOf, language: Language): string {
  if (category === '') return ''
  const names: Partial<Record<string, string>> = invoiceTexts[language].categories
  return names[category] ?? percentText(percent, language)
}

/** Why a group has no tax: the merchant's words, else those of the law as far as there are any. */
export function reasonOf({ category, percent }: TaxOf, facts: InvoiceFacts, texts: Texts): string {
  if (percent > 0n || taxedCategories.includes(category) || category === 'Z') return ''
  const given = [
    ...facts.lines.filter(({ tax }) => tax.category === category).map(({ taxReason }) => taxReason),
    ...facts.costs.filter((cost) => cost.tax?.category === category).map(({ taxReason }) => taxReason),
  ].find((reason) => reason !== '')
  return given ?? (texts.reasons as Partial<Record<string, string>>)[category] ?? ''
}

/** '19%', and in a language that writes a space before the sign '19 %'. */
export const percentText = (percent: Millionths, language: Language): string =>
  `${exactText(percent, language, 0)}${spaceBeforePercent(displayLocale(language))}%`
const spaceBeforePercent = kept(
  (locale: string) =>
    new Intl.NumberFormat(locale, { style: 'percent' })
      .formatToParts(1)
      .find(({ type, value }) => type === 'literal' && /^\s$/.test(value))?.value ?? '',
)
/** '2' or '1.5', with as many decimals as it has. */
export const exactText = (value: Millionths, language: Language, leastDecimals: number): string =>
  decimalFormat(displayLocale(language), leastDecimals).format(millionthsText(value) as Intl.StringNumericLiteral)
const decimalFormat = kept(
  (locale: string, least: number) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: 6 }),
)
export const rateText = (rate: Millionths, currency: Currency, language: Language): string =>
  exactText(rate, language, currencies[currency])

/** What is taken off begins with a minus sign. */
export const signedText = (minor: bigint, currency: Currency, language: Language): string =>
  minor < 0n ? `−${amountText(-minor, currency, language)}` : amountText(minor, currency, language)

/** '2' or '2 h': the code of a usual unit in words, another unit as it is. */
export function quantityText(quantity: Millionths, unit: string, language: Language): string {
  // The merchant's own words may be any, also the names of what every object has.
  const words: Partial<Record<string, string>> = invoiceTexts[language].units
  const word = unit === 'C62' ? '' : Object.hasOwn(words, unit) ? words[unit] : unit
  return `${exactText(quantity, language, 0)}${word && `\u00a0${word}`}`
}

/** A day for people: '23 November 2026'. */
export const dayText = (day: string, language: Language): string =>
  dayFormat(dateLocale(language)).format(new Date(`${day}T00:00:00Z`))
const dayFormat = kept((locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }))

/** The name of a country in a language. */
export const countryName = (country: string, language: Language): string =>
  countryNames(language).of(country) ?? country
const countryNames = kept((language: Language) => new Intl.DisplayNames([language], { type: 'region' }))

/** Keeps a text from turning the words around it, whichever way its own letters run. */
export const apart = (text: string): string => `\u2068${text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/gu, '')}\u2069`
