import type { Period } from '#contract/analytics.ts'
import { timestampText } from '#contract/kit/wire.ts'
import { aheadOf, dayAfter, dayAt, isDay, startOfDay, type Day } from '#contract/kit/zoned-day.ts'
import type { RawSearch } from '#console/kit/routing/screen-link.tsx'

/** How the time is cut. `year` shows three years by their months, for bars of years there are none. */
export const picks = ['hour', 'day', 'week', 'month', 'year'] as const
export type Pick = (typeof picks)[number] | 'custom'
const usual: Pick = 'day'

/** What the address chooses: a pick, or days of one's own, both included. */
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
/** The time that is shown, how its bars are cut, and the time before that it is compared with. */
export interface Shown extends Stretch {
  period: Period
  /** As far into the time before as we are into this one. */
  compared: Stretch
  /** Its first and last day, where it is of whole days: lists filter by days. */
  days: { from: Day; to: Day } | null
}

/** What a choice shows at a moment, by the days and hours of a time zone. */
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

/** The last 24 hours as the zone's clocks show them, with the present one, and those before. */
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

/** The days of a choice, and the way from one of them to its like in the time before. */
function daysOf({ pick, from, to }: Choice, today: Day): { from: Day; to: Day; period: Period; back(day: Day): Day } {
  if (pick === 'custom') {
    const days = countDays(from, to)
    const period = days <= 2 ? 'hours' : days <= 92 ? 'days' : days <= 400 ? 'weeks' : 'months'
    return { from, to, period, back: (day) => dayAfter(day, -days) }
  }
  if (pick === 'week') {
    const monday = dayAfter(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7))
    return { from: dayAfter(monday, -12 * 7), to: today, period: 'weeks', back: (day) => dayAfter(day, -13 * 7) }
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
/** The same day of an earlier year; of 29 February, the day before. */
function yearsBefore(day: Day, years: number): Day {
  const same = `${Number(day.slice(0, 4)) - years}${day.slice(4)}`
  return isDay(same) ? same : `${same.slice(0, 8)}28`
}
const countDays = (from: Day, to: Day) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1
const dayMs = 86_400_000

/** Questions change once in a quarter of an hour, so that what is asked again is asked in the same words. */
const nextQuarter = (now: Date) => new Date((Math.floor(now.getTime() / quarterMs) + 1) * quarterMs)
const quarterMs = 15 * 60_000

export const timeFilter = ({ from, to }: Stretch) => ({ from: timestampText(from), to: timestampText(to) })
