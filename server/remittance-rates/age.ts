import { isWorkingDay, type Calendar } from '#contract/holiday-calendar.ts'
import { dayAfter, type Day } from '#contract/kit/zoned-day.ts'

/** The calendar of the days on which reference rates are published. */
export const ratesCalendar = 'EU'

/** A rate of more working days ago is old, and no quote is made of it. */
const freshDays = 3

/** The working days after one day up to another, which is one of them. */
export function workingDaysAfter(day: Day, until: Day, calendar: Calendar | null): number {
  let count = 0
  for (let at = dayAfter(day, 1); at <= until; at = dayAfter(at, 1)) if (isWorkingDay(at, calendar)) count += 1
  return count
}

/** Whether the rate of a day is old on a later one. */
export function isOld(day: Day, on: Day, calendar: Calendar | null): boolean {
  // So long after, no calendar makes it a new one.
  const until = on < dayAfter(day, longest) ? on : dayAfter(day, longest)
  return workingDaysAfter(day, until, calendar) > freshDays
}
const longest = 31
