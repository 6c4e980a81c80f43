import i18next from 'i18next'
import type { Period } from '#contract/analytics-questions.ts'
import { kept } from '#contract/kit/kept.ts'
import type { Currency } from '#contract/kit/money.ts'
import { dateLocale, displayLocale, type Language } from '#i18n/languages.ts'
import { sumOf } from '#console/kit/i18n/amounts.ts'
import { isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { durationText } from '#console/kit/i18n/duration.ts'
import { amountWords } from '#console/kit/details/values.tsx'

/** Formatters of the charts' numbers and times in a language. */
export function chartWords(language: Language, timeZone: string, currency: Currency) {
  const locale = displayLocale(language)
  const dates = dateLocale(language)
  return {
    amount: (value: number) => `${amountWords(value, currency, language)} ${currency}`,
    /** The sum of amounts, to the minor unit. */
    sum: (amounts: readonly number[]) => sumOf(amounts, currency),
    number: (value: number) => numberFormat(locale).format(value),
    brief: (value: number) => briefFormat(locale).format(value),
    /** A time in the largest unit of which there are two: '40 ms', '90 sec', '3 min'. */
    duration: (seconds: number) => durationText(seconds, locale),
    percent: (part: number) => percentFormat(locale).format(part),
    /** The distance of two percentages. */
    points: (part: number) => pointsFormat(locale).format(100 * part),
    /** The axis label of a bar. */
    label: (moment: Date, period: Period) => dateFormat(dates, timeZone, labels[period]).format(moment),
    /** The full name of a bar; `to` is exclusive. */
    title: (moment: Date, to: Date, period: Period) => {
      const format = dateFormat(dates, timeZone, titles[period])
      return period === 'weeks' ? format.formatRange(moment, new Date(to.getTime() - 1)) : format.format(moment)
    },
    days: ({ from, to }: { from: Date; to: Date }) =>
      dateFormat(dates, timeZone, to.getTime() - from.getTime() <= dayMs ? 'minute' : 'day').formatRange(
        from,
        new Date(to.getTime() - 1),
      ),
    /** A moment in a table: its day and time. */
    moment: (moment: Date) => dateFormat(dates, timeZone, 'minute').format(moment),
  }
}
export type ChartWords = ReturnType<typeof chartWords>
const dayMs = 86_400_000

const numberFormat = kept((locale: string) => new Intl.NumberFormat(locale))
const briefFormat = kept(
  (locale: string) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
)
const percentFormat = kept((locale: string) => new Intl.NumberFormat(locale, { style: 'percent', ...oneDecimal }))
const pointsFormat = kept((locale: string) => new Intl.NumberFormat(locale, oneDecimal))
const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
const labels = { hours: 'hour', days: 'shortDay', weeks: 'shortDay', months: 'shortMonth' } as const
const titles = { hours: 'minute', days: 'weekday', weeks: 'day', months: 'month' } as const
const shapes = {
  hour: { hour: '2-digit', minute: '2-digit' },
  minute: { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
  shortDay: { month: 'short', day: 'numeric' },
  day: { year: 'numeric', month: 'short', day: 'numeric' },
  weekday: { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' },
  shortMonth: { month: 'short', year: '2-digit' },
  month: { year: 'numeric', month: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
const dateFormat = kept(
  (locale: string, timeZone: string, shape: keyof typeof shapes) =>
    new Intl.DateTimeFormat(locale, { timeZone, ...shapes[shape] }),
)

/** The direction of a number's change, and its size beside the number before. */
export function changeWords(
  now: number | null,
  before: number | null | undefined,
  { percent, points, text, rate }: Pick<ChartWords, 'percent' | 'points'> & { text: string; rate: boolean },
): { way: 'up' | 'down' | 'same' | 'none'; words: string } {
  if (now === null || before === null || before === undefined || (before === 0 && !rate))
    return { way: 'none', words: i18next.t(($) => $.dashboard.nothingBefore) }
  const part = rate ? now - before : (now - before) / before
  const size = (rate ? points : percent)(Math.abs(part))
  if (size === (rate ? points : percent)(0)) return { way: 'same', words: i18next.t(($) => $.dashboard.asBefore) }
  const told = { size: isolatedLtr(size), before: isolatedLtr(text) }
  const words = rate ? i18next.t(($) => $.dashboard.pointsVersus, told) : i18next.t(($) => $.dashboard.versus, told)
  return { way: part > 0 ? 'up' : 'down', words }
}
