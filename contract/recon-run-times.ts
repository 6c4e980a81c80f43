import { dayAfter, dayAt, momentAt, type Day } from './kit/zoned-day.ts'

/** The run of a working day: when it begins, and when its results are to be there. */
export interface DayRun {
  day: Day
  begins: Date
  due: Date
}
type IsWorkingDay = (day: Day) => boolean

/**
 * The run of a day in a zone: results by 02:00, begun at 01:00 or, where the clocks skip an hour of that night, an hour before 02:00. A
 * time that the clocks skip is right after the skip, and one that they show twice is the first of the two.
 */
export function runOfDay(day: Day, timeZone: string): DayRun {
  const due = momentAt(day, '02:00', timeZone)
  const begins = new Date(Math.min(momentAt(day, '01:00', timeZone).getTime(), due.getTime() - 3_600_000))
  return { day, begins, due }
}

/** The first run of a working day that begins after a moment; null where a calendar has no working day in more than a year. */
export const nextRun = (after: Date, timeZone: string, isWorkingDay: IsWorkingDay): DayRun | null =>
  firstOf(after, { timeZone, isWorkingDay, by: 1 }, ({ begins }) => begins > after)

/** The first whose results are due after a moment. */
export const nextDue = (after: Date, timeZone: string, isWorkingDay: IsWorkingDay): DayRun | null =>
  firstOf(after, { timeZone, isWorkingDay, by: 1 }, ({ due }) => due > after)

/** The last whose results were due by a moment. */
export const lastDue = (by: Date, timeZone: string, isWorkingDay: IsWorkingDay): DayRun | null =>
  firstOf(by, { timeZone, isWorkingDay, by: -1 }, ({ due }) => due <= by)

function firstOf(
  moment: Date,
  { timeZone, isWorkingDay, by }: { timeZone: string; isWorkingDay: IsWorkingDay; by: 1 | -1 },
  fits: (run: DayRun) => boolean,
): DayRun | null {
  let day = dayAfter(dayAt(moment, timeZone), -by)
  for (let tried = 0; tried < mostDays; tried++, day = dayAfter(day, by)) {
    const run = runOfDay(day, timeZone)
    if (fits(run) && isWorkingDay(day)) return run
  }
  return null
}
const mostDays = 400
