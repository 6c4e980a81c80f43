import { boundariesFrom, periodAt, periodsFrom, ruleOf, type Calendar } from '#server/subscription-store/calendar.ts'
import type { BenchDatabase } from './database.ts'
import type { Effort } from './effort.ts'
import { interleave, median, ratioOf } from './rounds.ts'
import type { Line } from './table.ts'

export const title =
  'G26 the next twelve charges of a subscription, with their ends and the rule in words, against as many additions to local dates'

const times = 2_000
const from = Date.UTC(2026, 0, 31, 7, 30)
const rhythms = [['D', 1], ['W', 2], ['M', 1], ['Q', 1], ['Y', 1]] as const // prettier-ignore
const zones = ['America/New_York', 'Asia/Singapore', 'Australia/Lord_Howe', 'Africa/Casablanca'] as const
/** No two have the same anchor, so that nothing is known from before. */
const calendars: Calendar[] = Array.from({ length: times }, (_, n) => {
  const [period, frequency] = rhythms[n % rhythms.length] as (typeof rhythms)[number]
  const timeZone = zones[n % zones.length] as string
  return { anchor: new Date(from + n * 61_000), timeZone, frequency, period }
})

/** What a screen asks for each time that something is typed, years after the anchor. */
export async function measure(_database: BenchDatabase, { rounds }: Effort): Promise<Line[]> {
  const now = new Date(Date.UTC(2031, 5, 15))
  const { ours, bare } = await interleave(
    {
      bare: () => Promise.resolve(tookOf((calendar) => bareTwelve(calendar))),
      ours: () =>
        Promise.resolve(
          tookOf((calendar) => [ruleOf(calendar), periodsFrom(calendar, periodAt(calendar, now) + 1, 12)]),
        ),
    },
    rounds,
  )
  const far = tookOf((calendar) => boundariesFrom(calendar, 1_000, 12))
  const p99 = median(ours.map(({ p99Ms }) => p99Ms))
  return [
    { what: 'twelve additions', value: ms(median(bare.map(({ meanMs }) => meanMs))) },
    { what: 'ours / that, mean', value: ratioOf(ours, bare, ({ meanMs }) => meanMs).toFixed(2) },
    { what: 'twelve from the thousandth on, mean', value: ms(far.meanMs) },
    {
      what: 'the next twelve, p99',
      value: ms(p99),
      goal: { measured: p99, goal: 1, stretch: 0.3, better: 'less', unit: ' ms' },
    },
  ]
}

interface Took {
  meanMs: number
  p99Ms: number
}
const ms = (value: number) => `${value.toFixed(3)} ms`

function tookOf(make: (calendar: Calendar) => unknown): Took {
  const took = calendars.map((calendar) => {
    const began = performance.now()
    make(calendar)
    return performance.now() - began
  })
  const sorted = took.toSorted((a, b) => a - b)
  return {
    meanMs: took.reduce((sum, one) => sum + one, 0) / took.length,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] as number,
  }
}

/** The lower bound: a local date and time to which months are added, and the moment of each. */
function bareTwelve({ anchor, timeZone }: Calendar): unknown[] {
  const local = Temporal.Instant.fromEpochMilliseconds(anchor.getTime()).toZonedDateTimeISO(timeZone).toPlainDateTime()
  return Array.from({ length: 12 }, (_, n) => local.add({ months: n }).toZonedDateTime(timeZone).epochMilliseconds)
}
