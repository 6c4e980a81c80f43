import type { Period } from '#contract/analytics-questions.ts'
import { timestampText } from '#contract/kit/wire.ts'
import { aheadOf, dayAfter, dayAt, startOfDay, type Day } from '#contract/kit/zoned-day.ts'
import { isDay } from '#contract/kit/text-forms.ts'
import type { RawSearch } from '#console/kit/routing/screen-link.tsx'

/**
 * The unit of the bars, of which there are 24 hours, 30 days, 12 weeks or 12 months, the present one included. `year` shows
 * three years by month, since there are no bars of years.
 */
export const picks = ['hour', 'day', 'week', 'month', 'year'] as const
export type Pick = (typeof picks)[number] | 'custom'
const usual: Pick = 'day'

/** The choice in the address: a unit, or two days, both inclusive. */
export interface Choice {
  pick: Pick
  from: Day
  to: Day
}
export function readChoice({ period, from = '', to = '' }: RawSearch): Choice {
  if (isDay(from) && isDay(to) && from <= to && dayAfter(from, daysMost) > to) return { pick: 'custom', from, to }
  return { pick: picks.find((pick) => pick === period) ?? usual, from: '', to: '' }
}
const daysMost = 3_660
export const writeChoice = ({ pick, from, to }: Choice): RawSearch =>
  pick === 'custom' ? { from, to } : pick === usual ? {} : { period: pick }

export interface Stretch {
  from: Date
  to: Date
}
/** The shown stretch, the unit of its bars and the stretch that it is compared with. */
export interface Shown extends Stretch {
  period: Period
  /** The compared stretch, as long as the shown one has gone so far. */
  compared: Stretch
  /** The first and last day of a stretch of whole days, for the filters of lists. */
  days: { from: Day; to: Day } | null
}

/** The stretch of a choice at a moment, in a time zone. */
export function shownOf(choice: Choice, now: Date, timeZone: string): Shown {
  if (choice.pick === 'hour') return lastDay(now, timeZone)
  const today = dayAt(now, timeZone)
  const { from, to, period, back } = daysOf(choice, today)
  const stretch = { from: startOfDay(from, timeZone), to: startOfDay(dayAfter(to, 1), timeZone) }
  const shifted = (moment: Date): Date => {
    const day = dayAt(moment, timeZone)
    return new Date(startOfDay(back(day), timeZone).getTime() + moment.getTime() - startOfDay(day, timeZone).getTime())
  }
  const end = to >= today ? nextQuarter(now) : stretch.to
  const compared = { from: shifted(stretch.from), to: to >= today ? shifted(end) : stretch.from }
  return { ...stretch, period, compared, days: { from, to } }
}

/** The last 24 hours of the zone's clocks with the present one, and the 24 before. */
function lastDay(now: Date, timeZone: string): Shown {
  const local = now.getTime() + aheadOf(now, timeZone)
  const hour = new Date(now.getTime() - (((local % hourMs) + hourMs) % hourMs))
  const from = new Date(hour.getTime() - 23 * hourMs)
  const before = (moment: Date) => new Date(moment.getTime() - dayMs)
  return {
    from,
    to: new Date(hour.getTime() + hourMs),
    period: 'hours',
    compared: { from: before(from), to: before(nextQuarter(now)) },
    days: null,
  }
}
const hourMs = 3_600_000

/** The days of a choice; `back` maps a day to its counterpart in the period before. */
function daysOf({ pick, from, to }: Choice, today: Day): { from: Day; to: Day; period: Period; back(day: Day): Day } {
  if (pick === 'custom') {
    const days = countDays(from, to)
    const period = days <= 2 ? 'hours' : days <= 92 ? 'days' : days <= 400 ? 'weeks' : 'months'
    return { from, to, period, back: (day) => dayAfter(day, -days) }
  }
  if (pick === 'week') {
    const monday = dayAfter(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7))
    return { from: dayAfter(monday, -11 * 7), to: today, period: 'weeks', back: (day) => dayAfter(day, -12 * 7) }
  }
  if (pick === 'day')
    return { from: dayAfter(today, -29), to: today, period: 'days', back: (day) => dayAfter(day, -30) }
  const year = Number(today.slice(0, 4))
  if (pick === 'month') {
    const first = new Date(Date.UTC(year, Number(today.slice(5, 7)) - 12, 1)).toISOString().slice(0, 10)
    return { from: first, to: today, period: 'months', back: (day) => yearsBefore(day, 1) }
  }
  return { from: `${year - 2}-01-01`, to: today, period: 'months', back: (day) => yearsBefore(day, 3) }
}
/** The same day of an earlier year; 28 February for 29 February. */
function yearsBefore(day: Day, years: number): Day {
  const same = `${Number(day.slice(0, 4)) - years}${day.slice(4)}`
  return isDay(same) ? same : `${same.slice(0, 8)}28`
}
const countDays = (from: Day, to: Day) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1
const dayMs = 86_400_000

/** The next quarter of an hour. Stretches end there, so that repeated calls are equal and hit the cache. */
const nextQuarter = (now: Date) => new Date((Math.floor(now.getTime() / quarterMs) + 1) * quarterMs)
const quarterMs = 15 * 60_000

export const timeFilter = ({ from, to }: Stretch) => ({ from: timestampText(from), to: timestampText(to) })
