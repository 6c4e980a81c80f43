import { dayAfter, dayAt, momentAt, weekdayOf, type Day } from './kit/zoned-day.ts'

/** When a source's folder is looked at: never by itself, every so many minutes, or at times of some weekdays. */
export const lookRhythms = ['none', 'interval', 'times'] as const
export type LookRhythm = (typeof lookRhythms)[number]

export interface LookTimes {
  rhythm: LookRhythm
  /** Of an interval: 15 or more. */
  every_minutes: number
  /** Of times: 1 is Monday. */
  weekdays: readonly number[]
  /** Of times: `HH:mm` in the zone. */
  times: readonly string[]
  /** IANA. */
  time_zone: string
}

/**
 * The first moment after another at which a folder is looked at; null where it never is. A time that the clocks skip is right after
 * the skip, and one that they show twice is the first of the two. Intervals stand on whole multiples, so that they do not drift.
 */
export function nextLook(looked: LookTimes, after: Date): Date | null {
  if (looked.rhythm === 'none') return null
  if (looked.rhythm === 'interval') {
    const everyMs = looked.every_minutes * 60_000
    return new Date((Math.floor(after.getTime() / everyMs) + 1) * everyMs)
  }
  if (looked.weekdays.length === 0 || looked.times.length === 0) return null
  for (let day = dayAfter(dayAt(after, looked.time_zone), -1); ; day = dayAfter(day, 1)) {
    if (!looked.weekdays.includes(weekdayOf(day))) continue
    const moments = looked.times.map((time) => momentAt(day, time, looked.time_zone)).filter((moment) => moment > after)
    if (moments.length > 0) return new Date(Math.min(...moments.map(Number)))
  }
}

/** The next moments at which a folder is looked at, at most five. */
export function nextLooks(looked: LookTimes, after: Date): Date[] {
  const found: Date[] = []
  for (let at = nextLook(looked, after); at && found.length < 5; at = nextLook(looked, at)) found.push(at)
  return found
}

/** Until when a file of a source should have come. */
export interface Expectation {
  /** `HH:mm` of each working day in the zone; empty where none is expected. */
  expected_by: string
  time_zone: string
}

/** The first moment after another by which a file should be there, on working days only; null where none is expected. */
export function nextExpected(
  { expected_by, time_zone }: Expectation,
  after: Date,
  isWorkingDay: (day: Day) => boolean,
): Date | null {
  if (expected_by === '') return null
  let day = dayAfter(dayAt(after, time_zone), -1)
  for (let tried = 0; tried < mostDays; tried++, day = dayAfter(day, 1)) {
    const moment = momentAt(day, expected_by, time_zone)
    if (moment > after && isWorkingDay(day)) return moment
  }
  return null
}
/** A calendar without a working day in more than a year expects nothing. */
const mostDays = 400
