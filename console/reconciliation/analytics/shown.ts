import type { ReconAnalytics } from '#contract/recon-analytics.ts'
import { exponentOf } from '#contract/iso-currencies.ts'
import { kept } from '#contract/kit/kept.ts'
import type { Day } from '#contract/kit/zoned-day.ts'
import { dateLocale, displayLocale, type Language } from '#i18n/languages.ts'
import type { answerOf } from '#console/kit/charts/card.tsx'
import { exactWords } from '#console/kit/details/exact-amount.tsx'

/** What a chart is made of, and the state of the call that it comes from. */
export interface Shown {
  shown: ReconAnalytics
  state: ReturnType<typeof answerOf>
}

export const amountWords = (value: string, currency: string, language: Language): string =>
  `${exactWords(value, language, exponentOf(currency))} ${currency}`

/** '3 Nov', as the axis of a chart has it. */
export const shortDay = (day: Day, language: Language): string =>
  days(dateLocale(language)).format(new Date(`${day}T00:00:00Z`))
const days = kept(
  (locale: string) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' }),
)

/** '1.2K' */
export const brief = (value: number, language: Language): string => briefly(displayLocale(language)).format(value)
const briefly = kept(
  (locale: string) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
)

/** '2.9%', from a number of percent. */
export const percentText = (value: number, language: Language): string =>
  percents(displayLocale(language)).format(value / 100)
const percents = kept(
  (locale: string) =>
    new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2, numberingSystem: 'latn' }),
)

/** What parts of a whole come to in percent; 0 of nothing. */
export const share = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole)

export const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
