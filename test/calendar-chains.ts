import fc from 'fast-check'
import { frequencyMost, periods, type Period } from '#contract/subscription-periods.ts'
import type * as calendars from '#server/subscription-store/calendar.ts'
import { changesOf, modelBoundary, modelZones, momentOf, shifted, type ClockChange } from './calendar-model.ts'

/** Some periods in a row of a random calendar, held against the model. */
export interface Chain {
  calendar: calendars.Calendar
  first: number
  /** Which of the periods is looked into. */
  looked: number
}

const length = 12
const minute = 60_000

const changes = new Map<string, readonly ClockChange[]>()
const changesOfYears = (zone: string): readonly ClockChange[] => {
  const known = changes.get(zone) ?? changesOf(zone, Date.UTC(2024, 0, 1), Date.UTC(2032, 0, 1))
  changes.set(zone, known)
  return known
}

const anyRhythm = fc.constantFrom(...periods).chain((period) =>
  fc.record({
    period: fc.constant(period),
    frequency: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(1, 2, 3) },
      fc.integer({ min: 1, max: frequencyMost[period] }),
    ),
  }),
)

/** Half of them in the model's zones, most of these so that one period begins about a change of the clocks. */
export const anyChain: fc.Arbitrary<Chain> = fc
  .record({
    zone: fc.oneof(fc.constantFrom(...modelZones), fc.constantFrom(...Intl.supportedValuesOf('timeZone'))),
    rhythm: anyRhythm,
    first: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40 })),
    looked: fc.nat(length - 1),
    isAimed: fc.boolean(),
    change: fc.nat(1_000),
    minutes: fc.integer({ min: -90, max: 120 }),
    seconds: fc.integer({ min: Date.UTC(2021, 0, 1) / 1_000, max: Date.UTC(2036, 0, 1) / 1_000 }),
    isAtMonthsEnd: fc.boolean(),
  })
  .map(({ zone, rhythm, first, looked, isAimed, change, minutes, seconds, isAtMonthsEnd }) => {
    const { frequency, period } = rhythm
    const of = (moment: number) => ({ anchor: new Date(moment), timeZone: zone, frequency, period })
    const some = (modelZones as readonly string[]).includes(zone) ? changesOfYears(zone) : []
    const aim = some[change % some.length]
    if (!isAimed || !aim || period === 'H') {
      const day = new Date(seconds * 1_000)
      if (isAtMonthsEnd) day.setUTCMonth(day.getUTCMonth() + 1, 0)
      return { calendar: of(day.getTime()), first, looked }
    }
    const start = shifted(aim.local + minutes * minute, -frequency * (first + looked), period)
    return { calendar: of(momentOf(start, zone)), first, looked }
  })

/** What is wrong with a chain: a boundary that is not the model's, does not rise, or leaves a moment to another period. */
export function chainFaults(
  { boundaryAt, periodsFrom, periodAt }: Pick<typeof calendars, 'boundaryAt' | 'periodsFrom' | 'periodAt'>,
  { calendar, first, looked }: Chain,
): string[] {
  const model = modelled(calendar)
  const found = periodsFrom(calendar, first, length).flatMap(({ n, start, end }) => [
    ...(start.getTime() === modelBoundary(model, n) ? [] : [`${n} begins at ${start.toISOString()}`]),
    ...(end.getTime() === modelBoundary(model, n + 1) ? [] : [`${n} ends at ${end.toISOString()}`]),
    ...(start < end ? [] : [`${n} is empty`]),
  ])
  const n = first + looked
  const [start, end] = [boundaryAt(calendar, n).getTime(), boundaryAt(calendar, n + 1).getTime()]
  for (const moment of [start, Math.floor((start + end) / 2), end - 1])
    if (periodAt(calendar, new Date(moment)) !== n) found.push(`${new Date(moment).toISOString()} is not in ${n}`)
  if (periodAt(calendar, new Date(end)) !== n + 1) found.push(`${n} has its end`)
  return found
}

const modelled = ({ anchor, timeZone, frequency, period }: calendars.Calendar) => ({
  anchor: anchor.getTime(),
  zone: timeZone,
  every: frequency,
  period: period satisfies Period,
})
