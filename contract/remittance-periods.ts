import { dayAfter, weekdayOf, type Day } from './kit/zoned-day.ts'

/** How often settlements are cut. A period ends with a named day, at the midnight after it in the merchant's zone. */
export interface Rhythm {
  every: 'day' | 'week' | 'month'
  /** 1 is Monday. */
  weekday: number
  /** 1 to 28; 0 is the last of the month. */
  month_day: number
}
export const rhythms = ['day', 'week', 'month'] as const

/** The first day after a period that begins on a day, or goes on at it: the midnight before it is the cut. */
export function endOfPeriod(from: Day, { every, weekday, month_day: monthDay }: Rhythm): Day {
  if (every === 'day') return dayAfter(from, 1)
  if (every === 'week') return dayAfter(from, ((weekday - weekdayOf(from) + 7) % 7) + 1)
  let last = from
  while (!isNamed(last, monthDay)) last = dayAfter(last, 1)
  return dayAfter(last, 1)
}
const isNamed = (day: Day, monthDay: number): boolean =>
  monthDay === 0 ? dayAfter(day, 1).endsWith('-01') : Number(day.slice(8)) === monthDay
