import { kept } from '#contract/kit/kept.ts'
import { currencies, type Currency } from '#contract/kit/money.ts'
import { dateLocale, displayLocale, type Language } from '#i18n/languages.ts'

/** How numbers, days and names are written in the languages of certificates. */

/** An amount of major units with all decimals of its currency. */
export const amountIn = (amount: string, currency: Currency, language: Language): string =>
  amountFormat(displayLocale(language), currencies[currency]).format(amount as Intl.StringNumericLiteral)
const amountFormat = kept(
  (locale: string, decimals: number) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
)

export const numberIn = (count: string, language: Language): string =>
  amountFormat(displayLocale(language), 0).format(count as Intl.StringNumericLiteral)

/** '23 November 2026' */
export const dayIn = (day: string, language: Language): string =>
  dayFormat(dateLocale(language)).format(new Date(`${day}T00:00:00Z`))
const dayFormat = kept((locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }))

/** '23 November 2026 at 17:09 UTC' */
export const momentIn = (at: string, language: Language): string =>
  momentFormat(dateLocale(language)).format(new Date(at))
const momentFormat = kept(
  (locale: string) =>
    new Intl.DateTimeFormat(locale, {
      timeZone: 'UTC', year: 'numeric', month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short',
    }),
) // prettier-ignore

export const countryIn = (country: string, language: Language): string => countryNames(language).of(country) ?? country
const countryNames = kept((language: Language) => new Intl.DisplayNames([language], { type: 'region' }))
