import i18next from 'i18next'
import { kept } from '#contract/kit/kept.ts'
import { dayAfter, type Day } from '#contract/kit/zoned-day.ts'
import { dateLocale, type Language } from '#i18n/languages.ts'
import { dayWords } from '#console/kit/details/values.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { shortDay } from './shown.ts'

/** One bar of a chart over time, with the rows of its days. */
export interface Stretch<R> {
  key: Day
  label: string
  title: string
  rows: readonly R[]
}
interface Unit {
  /** The first day of the bar that a day belongs to. */
  first: (day: Day) => Day
  next: (first: Day) => Day
  label: (first: Day, language: Language) => string
  title: (first: Day, language: Language) => string
}

/**
 * Rows as bars: one a day, of more than three months one a week, of more than two years one a month. Days without rows between the first and
 * the last have a bar too, so that the axis is even.
 */
export function barsOfDays<R extends { date: Day }>(rows: readonly R[], language: Language): Stretch<R>[] {
  const days = rows.map(({ date }) => date).toSorted()
  const [begin, end] = [days[0], days.at(-1)]
  if (begin === undefined || end === undefined) return []
  const unit = unitOf((Date.parse(end) - Date.parse(begin)) / 86_400_000)
  const found = Map.groupBy(rows, ({ date }) => unit.first(date))
  const bars: Stretch<R>[] = []
  for (let key = unit.first(begin); key <= end; key = unit.next(key))
    bars.push({ key, label: unit.label(key, language), title: unit.title(key, language), rows: found.get(key) ?? [] })
  return bars
}

const day: Unit = { first: (one) => one, next: (first) => dayAfter(first, 1), label: shortDay, title: dayWords }
const week: Unit = {
  first: (one) => dayAfter(one, -((new Date(`${one}T00:00:00Z`).getUTCDay() + 6) % 7)),
  next: (first) => dayAfter(first, 7),
  label: shortDay,
  title: (first, language) =>
    i18next.t(($) => $.recon.daysFromTo, { from: isolated(dayWords(first, language)), to: isolated(dayWords(dayAfter(first, 6), language)) }),
} // prettier-ignore
const month: Unit = {
  first: firstOfMonth,
  next: (first) => firstOfMonth(dayAfter(first, 31)),
  label: (first, language) => months(dateLocale(language)).format(new Date(`${first}T00:00:00Z`)),
  title: (first, language) => months(dateLocale(language)).format(new Date(`${first}T00:00:00Z`)),
}
const unitOf = (days: number): Unit => (days <= 92 ? day : days <= 731 ? week : month)

function firstOfMonth(one: Day): Day {
  return `${one.slice(0, 7)}-01`
}
const months = kept(
  (locale: string) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', year: 'numeric', month: 'short' }),
)
