import { kept } from '#contract/kit/kept.ts'
import type { Language } from '#i18n/languages.ts'
import { dateLocale, displayLocale } from '#i18n/languages.ts'

/** An amount on the scale of a chart: '7.5K'. */
export const briefAmount = (value: number, language: Language): string =>
  briefFormat(displayLocale(language)).format(value)
const briefFormat = kept(
  (locale: string) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
)

/** A day under a bar, without its year: '31 Oct'. */
export const shortDay = (day: string, language: Language): string =>
  shortFormat(dateLocale(language)).format(new Date(`${day}T00:00:00Z`))
const shortFormat = kept(
  (locale: string) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'short', day: 'numeric' }),
)
