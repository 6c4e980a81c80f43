import { countryCodes } from '#contract/countries.ts'
import { kept } from '#contract/kit/kept.ts'
import { currencyCodes, type Currency } from '#contract/kit/money.ts'
import { dateLocale, displayLocale, type Language } from '#i18n/languages.ts'
import { byLabel } from './name-order.ts'

/** An entry of a select: the value that is sent and the label that is shown. */
interface NamedChoice {
  value: string
  label: string
}

const countryNames = kept((language: Language) => new Intl.DisplayNames([language], { type: 'region' }))
const currencyNames = kept((language: Language) => new Intl.DisplayNames([language], { type: 'currency' }))
const numbers = kept((language: Language) => new Intl.NumberFormat(displayLocale(language)))

/** The name of a country by its ISO 3166-1 code. Any other text, such as the empty one, stays as it is. */
export const countryName = (code: string, language: Language): string =>
  /^[A-Z]{2}$/.test(code) ? (countryNames(language).of(code) ?? code) : code

/** Countries, all unless named, sorted by their names in the language. */
export const countryChoices = (language: Language, codes: readonly string[] = countryCodes): NamedChoice[] =>
  byLabel(
    codes.map((value) => ({ value, label: countryName(value, language) })),
    language,
  )

/** A currency with its name: 'SGD · Singapore Dollar'. */
export const currencyLabel = (code: Currency, language: Language): string =>
  `${code} · ${currencyNames(language).of(code) ?? code}`

/** All currencies in the order of the contract. */
export const currencyChoices = (language: Language): NamedChoice[] =>
  currencyCodes.map((value) => ({ value, label: currencyLabel(value, language) }))

/** A count or another plain number: '1,234'. */
export const numberText = (value: number, language: Language): string => numbers(language).format(value)

/** A share of one whole, or a decimal number of percent, as text: '96.9%'. */
export const percentWords = (share: number, language: Language): string =>
  percents(displayLocale(language)).format(share)
const percents = kept((locale: string) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }))

/** A share to a tenth of a percent, where several stand beside each other: '33.3%'. */
export const shareWords = (share: number, language: Language): string =>
  percentWords(Math.round(share * 1_000) / 1_000, language)

const weekdayFormat = kept(
  (language: Language, width: 'long' | 'short') =>
    new Intl.DateTimeFormat(dateLocale(language), { weekday: width, timeZone: 'UTC' }),
)
/** The name of a weekday, 1 for Monday. */
export const weekdayName = (weekday: number, language: Language, width: 'long' | 'short' = 'long'): string =>
  weekdayFormat(language, width).format(Date.UTC(2023, 0, 1 + weekday))
