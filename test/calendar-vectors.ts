import { changesOf, modelBoundary, modelZones, momentOf, shifted, type ModelCalendar } from './calendar-model.ts'

/**
 * Calendars and their boundaries as the model has them, a line each: zone, anchor, length of a period, and some boundaries by their
 * number. They are of the past, which no later zone table changes.
 */
export function calendarVectors(): string[] {
  return modelZones.flatMap((zone, place) =>
    [...aboutChanges(zone), ...atEnds(zone), ...anywhere(zone, place)].slice(0, perZone).map(lineOf),
  )
}
const perZone = 25
const [from, to] = [Date.UTC(2016, 0, 1), Date.UTC(2026, 0, 1)]
const minute = 60_000

interface Vector {
  calendar: ModelCalendar
  numbers: readonly number[]
}

/** Periods of which one begins at a local time that is skipped or comes twice, and those beside it. */
function aboutChanges(zone: string): Vector[] {
  const changes = changesOf(zone, Date.UTC(2019, 0, 1), Date.UTC(2025, 0, 1))
  const forward = changes.filter(({ by }) => by > 0)
  const back = changes.filter(({ by }) => by < 0)
  const rhythms = [['D', 1, 5], ['W', 2, 3], ['M', 1, 4], ['Q', 1, 2], ['Y', 1, 1], ['D', 30, 2], ['H', 1, 30]] as const // prettier-ignore
  return rhythms.flatMap(([period, every, n], at) =>
    [forward, back].flatMap((some) => {
      const change = some[at % some.length]
      if (!change) return []
      // In the middle of what is skipped or doubled, and at its very start.
      const local = change.local + (at % 2 === 0 ? Math.abs(change.by) / 2 : 0)
      const start = period === 'H' ? local - n * 60 * minute : shifted(local, -n * every, period)
      const calendar = { zone, anchor: momentOf(start, zone), every, period }
      return [{ calendar, numbers: [n - 1, n, n + 1] }]
    }),
  )
}

/** The ends of months and leap days. */
const atEnds = (zone: string): Vector[] =>
  (
    [
      ['2016-01-31T12:00:00', 'M', 1, [1, 2, 3, 13, 49]],
      ['2019-10-31T23:59:59', 'Q', 1, [1, 2, 5, 9]],
      ['2016-02-29T00:00:00', 'Y', 1, [1, 3, 4, 8]],
      ['2017-08-30T06:30:00', 'M', 6, [1, 2, 5, 13]],
      ['2018-12-31T18:00:00', 'M', 2, [1, 7, 8, 31]],
      ['2016-02-29T09:15:00', 'M', 12, [1, 4, 5, 8]],
      ['2020-02-29T21:45:30', 'D', 365, [1, 2, 3, 5]],
      ['2018-05-31T03:00:00', 'Q', 2, [1, 2, 3, 10]],
    ] as const
  ).map(([local, period, every, numbers]) => ({
    calendar: { zone, anchor: momentOf(Date.parse(`${local}Z`), zone), every, period },
    numbers,
  }))

/** Others, the same ones each time. */
function anywhere(zone: string, place: number): Vector[] {
  let state = place + 1
  // The generator of Park and Miller.
  const below = (most: number) => (state = (state * 48_271) % 2_147_483_647) % most
  const rhythms = [['D', 1], ['W', 1], ['M', 1], ['Q', 1], ['Y', 1], ['H', 36], ['W', 6], ['M', 5]] as const // prettier-ignore
  return Array.from({ length: perZone }, (_, at) => {
    const [period, every] = rhythms[at % rhythms.length] as (typeof rhythms)[number]
    const anchor = from + below(365 * 24 * 60) * minute + below(60_000)
    return { calendar: { zone, anchor, every, period }, numbers: [1, 2, 4, 9] }
  })
}

function lineOf({ calendar, numbers }: Vector): string {
  const { zone, anchor, every, period } = calendar
  const boundaries = numbers.map((n) => [n, modelBoundary(calendar, n)] as const)
  if (anchor < from || boundaries.some(([, moment]) => moment >= to)) throw new RangeError(`not of the past: ${zone}`)
  return [
    zone,
    new Date(anchor).toISOString(),
    `${every}${period}`,
    ...boundaries.map(([n, moment]) => `${n}=${new Date(moment).toISOString()}`),
  ].join(' ')
}
