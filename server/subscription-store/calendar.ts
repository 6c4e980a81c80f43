import type { CalendarRule, Period } from '#contract/subscription-periods.ts'

/**
 * When periods begin. A boundary is always reckoned from the anchor and never from the boundary before, so that a short month or a
 * clock change moves nothing after it. Moments to come follow from anchor, zone and number; a stored one may be of an older zone table.
 * SQL reckons none of it: PostgreSQL has a zone table of its own.
 */

/** The moment from which all periods are counted, the zone by whose clocks, and the length of one: `frequency` × `period`. */
export interface Calendar {
  anchor: Date
  timeZone: string
  frequency: number
  period: Period
}

/** Period `n`, from 0, is [start, end). */
export interface PeriodTimes {
  n: number
  start: Date
  end: Date
}

/**
 * The moment at which period `n` begins: the anchor's local date and time + n × frequency periods. A day that a month lacks is its
 * last, a local time that the clocks skip is taken after the gap, and one that comes twice is the first. Boundary 0 is the anchor.
 * Boundaries rise, but for a zone that skips a whole day at the date line, where two may be equal.
 */
export const boundaryAt = (calendar: Calendar, n: number): Date => boundariesOf(calendar)(n)

/** `count` boundaries, of period `n` and those after it. */
export const boundariesFrom = (calendar: Calendar, n: number, count: number): Date[] =>
  Array.from({ length: count }, (_, at) => n + at).map(boundariesOf(calendar))

/** `count` periods from `n` on. */
export function periodsFrom(calendar: Calendar, n: number, count: number): PeriodTimes[] {
  const boundaries = boundariesFrom(calendar, n, count + 1)
  return boundaries.slice(0, count).map((start, at) => ({ n: n + at, start, end: boundaries[at + 1] as Date }))
}

/** The number of the period that a moment is in; −1 ahead of the anchor. It takes as long for the thousandth as for the first. */
export function periodAt(calendar: Calendar, moment: Date): number {
  if (moment < calendar.anchor) return -1
  const boundary = boundariesOf(calendar)
  // The estimate by local clocks is one off at most: by the end of a short month, or by a change of the clocks.
  let n = Math.max(0, Math.floor(unitsBetween(calendar, moment) / unitsOf(calendar)))
  while (n > 0 && boundary(n) > moment) n--
  while (boundary(n + 1) <= moment) n++
  return n
}

/** The end of a trial of one such period, at which the paid calendar is anchored. */
export const trialEnd = ({ start, ...trial }: Omit<Calendar, 'anchor'> & { start: Date }): Date =>
  boundaryAt({ ...trial, anchor: start }, 1)

/** The rule of a calendar, to be put into words. */
export function ruleOf(calendar: Calendar): CalendarRule {
  const { anchor, timeZone, frequency, period } = calendar
  const { hour, minute, dayOfWeek, month, day } = localOf(anchor, timeZone)
  const { unit } = units[period]
  const isOfMonths = unit === 'months'
  const months = isOfMonths ? monthsOfRule(month, unitsOf(calendar)) : []
  return {
    frequency,
    period,
    time_zone: timeZone,
    time: unit === 'hours' ? null : `${twoDigits(hour)}:${twoDigits(minute)}`,
    weekday: period === 'W' ? dayOfWeek : null,
    month: months.length === 1 ? month : null,
    day: isOfMonths ? day : null,
    or_last_day: months.some((one) => day > (shortestDays[one - 1] as number)),
  }
}

/** The days of each month, February's in most years. */
const shortestDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const
/** The months, 1–12, in which periods begin when one has so many months. */
const monthsOfRule = (first: number, step: number): number[] => [
  ...new Set(Array.from({ length: 12 }, (_, n) => ((first - 1 + n * step) % 12) + 1)),
]
const twoDigits = (n: number) => String(n).padStart(2, '0')

/** What each period is made of. */
const units = {
  H: { unit: 'hours', count: 1 },
  D: { unit: 'days', count: 1 },
  W: { unit: 'days', count: 7 },
  M: { unit: 'months', count: 1 },
  Q: { unit: 'months', count: 3 },
  Y: { unit: 'months', count: 12 },
} as const satisfies { [P in Period]: { unit: 'hours' | 'days' | 'months'; count: number } }
/** Hours, days or months of one period. */
const unitsOf = ({ period, frequency }: Calendar): number => units[period].count * frequency

function boundariesOf(calendar: Calendar): (n: number) => Date {
  const { anchor, timeZone, period } = calendar
  const { unit } = units[period]
  const each = unitsOf(calendar)
  if (unit === 'hours') return (n) => new Date(anchor.getTime() + n * each * hourMs)
  const local = localOf(anchor, timeZone)
  return (n) => {
    // The anchor may be the second of two equal local times.
    if (n === 0) return anchor
    const there = local.add({ [unit]: n * each }, { overflow: 'constrain' })
    return new Date(there.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds)
  }
}

/** The hours by any clock, or the local days or months, from the anchor to a moment. */
function unitsBetween({ anchor, timeZone, period }: Calendar, moment: Date): number {
  const { unit } = units[period]
  if (unit === 'hours') return (moment.getTime() - anchor.getTime()) / hourMs
  return localOf(anchor, timeZone).until(localOf(moment, timeZone), { largestUnit: unit })[unit]
}
const hourMs = 3_600_000

const localOf = (moment: Date, timeZone: string): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone).toPlainDateTime()
