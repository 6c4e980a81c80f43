import { dayAfter, dayAt, momentAt, startOfDay, weekdayOf, type Day } from './kit/zoned-day.ts'

/** How often a scheduled export is made. */
export const exportRhythms = ['day', 'week', 'month'] as const
/** The time that the rows of a scheduled export are of, seen from the day when it is made. */
export const exportPeriods = ['yesterday', 'last_7_days', 'last_week', 'last_30_days', 'last_month', 'all'] as const
export type ExportPeriod = (typeof exportPeriods)[number]

export interface ExportTimes {
  every: (typeof exportRhythms)[number]
  /** Of a weekly one: 1 is Monday. */
  weekday: number
  /** Of a monthly one; in a shorter month its last day. */
  month_day: number
  /** Of the day, in the merchant's zone. */
  hour: number
}

/** The first moment after another at which an export is due. An hour that the clocks skip is the one behind it. */
export function nextDue(times: ExportTimes, after: Date, timeZone: string): Date {
  for (let day = dayAt(after, timeZone); ; day = dayAfter(day, 1)) {
    if (!isDayOf(times, day)) continue
    const due = momentAt(day, `${String(times.hour).padStart(2, '0')}:00`, timeZone)
    if (due > after) return due
  }
}

function isDayOf({ every, weekday, month_day }: ExportTimes, day: Day): boolean {
  if (every === 'day') return true
  if (every === 'week') return weekdayOf(day) === weekday
  const last = dayAfter(firstOfMonth(day, 1), -1)
  return Number(day.slice(8)) === Math.min(month_day, Number(last.slice(8)))
}

/** The stretch of a period, from its first moment to the first after it; null for all rows. */
export function stretchOf(period: ExportPeriod, due: Date, timeZone: string): { from: Date; to: Date } | null {
  const today = dayAt(due, timeZone)
  const between = (from: Day, to: Day) => ({ from: startOfDay(from, timeZone), to: startOfDay(to, timeZone) })
  const monday = dayAfter(today, 1 - weekdayOf(today))
  switch (period) {
    case 'yesterday':
      return between(dayAfter(today, -1), today)
    case 'last_7_days':
      return between(dayAfter(today, -7), today)
    case 'last_30_days':
      return between(dayAfter(today, -30), today)
    case 'last_week':
      return between(dayAfter(monday, -7), monday)
    case 'last_month':
      return between(firstOfMonth(today, -1), firstOfMonth(today, 0))
    case 'all':
      return null
  }
}

/** The first day of the month that is `months` later. */
function firstOfMonth(day: Day, months: number): Day {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}
