import { kept } from '#contract/kit/kept.ts'
import { displayLocale, type Language } from '#i18n/languages.ts'

/** A rate in the digits of the language. The formatter takes the text itself, so no digit goes through a float. */
export const rateWords = (rate: string, language: Language): string =>
  formatter(displayLocale(language)).format(rate as `${number}`)

const formatter = kept(
  (locale: string) =>
    new Intl.NumberFormat(locale, { numberingSystem: 'latn', maximumFractionDigits: 10, useGrouping: true }),
)
