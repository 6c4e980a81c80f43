import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Period } from '#contract/subscription-periods.ts'
import { anyChain, chainFaults } from '#test/calendar-chains.ts'
import { calendarVectors } from '#test/calendar-vectors.ts'
import * as calendars from './calendar.ts'
import { boundariesFrom, boundaryAt, periodAt, periodsFrom, ruleOf, trialEnd, type Calendar } from './calendar.ts'

const calendarOf = (anchor: string, timeZone: string, every: string): Calendar => ({
  anchor: new Date(anchor),
  timeZone,
  frequency: Number.parseInt(every, 10),
  period: every.at(-1) as Period,
})
const texts = (moments: readonly Date[]) => moments.map((moment) => moment.toISOString().replace(':00.000Z', 'Z'))
const some = (anchor: string, zone: string, every: string, count = 4, n = 0) =>
  texts(boundariesFrom(calendarOf(anchor, zone, every), n, count))

describe('boundaries', () => {
  const vectors = readFileSync(join(import.meta.dirname, '../../test/samples/calendar-vectors.txt'), 'utf8')
    .trimEnd()
    .split('\n')

  it('are those of the 300 vectors, to the millisecond', () => {
    expect(vectors).toHaveLength(300)
    for (const line of vectors) {
      const [zone = '', anchor = '', every = '', ...said] = line.split(' ')
      const found = said.map((one) => {
        const n = Number(one.split('=')[0])
        return `${n}=${boundaryAt(calendarOf(anchor, zone, every), n).toISOString()}`
      })
      expect(found, line).toEqual(said)
    }
  })

  it('have vectors that the model still makes', () => {
    expect(calendarVectors()).toEqual(vectors)
  })

  it('of random calendars in any zone are the model’s, rise without a hole, and hold each moment in one period', () => {
    fc.assert(
      fc.property(anyChain, (chain) => {
        expect(chainFaults(calendars, chain)).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('are on the last day of a month that lacks the day, and on the day again after it', () => {
    expect(some('2026-01-31T04:00Z', 'Asia/Singapore', '1M')).toEqual([
      '2026-01-31T04:00Z',
      '2026-02-28T04:00Z',
      '2026-03-31T04:00Z',
      '2026-04-30T04:00Z',
    ])
    expect(some('2024-02-29T04:00Z', 'Asia/Singapore', '1Y', 5)).toEqual([
      '2024-02-29T04:00Z',
      '2025-02-28T04:00Z',
      '2026-02-28T04:00Z',
      '2027-02-28T04:00Z',
      '2028-02-29T04:00Z',
    ])
    expect(some('2023-11-30T04:00Z', 'Asia/Singapore', '1Q')).toEqual([
      '2023-11-30T04:00Z',
      '2024-02-29T04:00Z',
      '2024-05-30T04:00Z',
      '2024-08-30T04:00Z',
    ])
  })

  it('are after what the clocks skip, and at the first of what comes twice', () => {
    // 02:30 on 8 March is skipped.
    expect(some('2026-02-08T07:30Z', 'America/New_York', '1M', 3)).toEqual([
      '2026-02-08T07:30Z',
      '2026-03-08T07:30Z',
      '2026-04-08T06:30Z',
    ])
    // 01:30 on 1 November comes at 05:30 and 06:30.
    expect(some('2026-10-01T05:30Z', 'America/New_York', '1M', 3)).toEqual([
      '2026-10-01T05:30Z',
      '2026-11-01T05:30Z',
      '2026-12-01T06:30Z',
    ])
    // Half an hour, at 02:00.
    expect(some('2025-10-03T15:45Z', 'Australia/Lord_Howe', '1D', 3)).toEqual([
      '2025-10-03T15:45Z',
      '2025-10-04T15:45Z',
      '2025-10-05T15:15Z',
    ])
    // Midnight is skipped.
    expect(some('2025-03-28T22:00Z', 'Asia/Beirut', '1D', 3)).toEqual([
      '2025-03-28T22:00Z',
      '2025-03-29T22:00Z',
      '2025-03-30T21:00Z',
    ])
  })

  it('begin with the anchor, though it was the second of two equal local times', () => {
    const second = '2026-11-01T06:30Z'
    expect(some(second, 'America/New_York', '1D', 2)).toEqual([second, '2026-11-02T06:30Z'])
    expect(periodAt(calendarOf(second, 'America/New_York', '1D'), new Date('2026-11-01T05:30Z'))).toBe(-1)
  })

  it('of hours are of elapsed time, of days and weeks of local ones', () => {
    expect(some('2026-03-08T06:00Z', 'America/New_York', '1H', 3)).toEqual([
      '2026-03-08T06:00Z',
      '2026-03-08T07:00Z',
      '2026-03-08T08:00Z',
    ])
    expect(some('2026-03-07T17:00Z', 'America/New_York', '1D', 2)).toEqual(['2026-03-07T17:00Z', '2026-03-08T16:00Z'])
    expect(some('2026-03-01T17:00Z', 'America/New_York', '1W', 2)).toEqual(['2026-03-01T17:00Z', '2026-03-08T16:00Z'])
  })

  it('that are over stay where they were when a zone changes its rules, and those after shift by the change alone', () => {
    // Volgograd had Moscow's clocks until 28 October 2018, and has them again since 27 December 2020.
    const [old, changed] = ['Europe/Moscow', 'Europe/Volgograd'].map((zone) =>
      boundariesFrom(calendarOf('2017-01-31T09:00Z', zone, '1M'), 0, 60).map((moment) => moment.getTime()),
    ) as [number[], number[]]
    const hours = old.map((moment, n) => (moment - (changed[n] as number)) / 3_600_000)
    expect(hours).toEqual(old.map((_, n) => (n >= 21 && n < 47 ? 1 : 0)))
  })
})

describe('the period of a moment', () => {
  it('is found in decades of days', () => {
    const calendar = calendarOf('2026-01-31T04:00Z', 'America/New_York', '1D')
    for (const n of [0, 1, 9_999, 20_000]) {
      expect(periodAt(calendar, boundaryAt(calendar, n))).toBe(n)
      expect(periodAt(calendar, new Date(boundaryAt(calendar, n + 1).getTime() - 1))).toBe(n)
    }
  })

  it('has a start and an end, which is the start of the next', () => {
    const periods = periodsFrom(calendarOf('2026-01-31T04:00Z', 'Asia/Singapore', '1M'), 3, 12)
    expect(periods.map(({ n }) => n)).toEqual(Array.from({ length: 12 }, (_, at) => at + 3))
    for (const [at, { end }] of periods.slice(0, -1).entries()) expect(end).toEqual(periods[at + 1]?.start)
  })
})

it('a trial ends after one period of its own, by the clocks of the zone', () => {
  const start = new Date('2026-03-01T17:00Z')
  const trial = { start, timeZone: 'America/New_York', frequency: 14, period: 'D' as const }
  expect(trialEnd(trial)).toEqual(new Date('2026-03-15T16:00Z'))
})

describe('the rule of a calendar', () => {
  const rule = (anchor: string, every: string) => {
    const { time, weekday, month, day, or_last_day } = ruleOf(calendarOf(anchor, 'Asia/Singapore', every))
    return [time, weekday, month, day, or_last_day]
  }
  it.each([
    ['2026-01-31T04:00Z', '1M', ['12:00', null, null, 31, true]],
    ['2026-01-28T04:00Z', '1M', ['12:00', null, null, 28, false]],
    ['2026-01-29T04:00Z', '1M', ['12:00', null, null, 29, true]],
    // January, April, July and October.
    ['2026-01-30T04:00Z', '1Q', ['12:00', null, null, 30, false]],
    ['2026-01-31T04:00Z', '1Q', ['12:00', null, null, 31, true]],
    ['2026-07-31T04:00Z', '6M', ['12:00', null, null, 31, false]],
    ['2026-08-31T04:00Z', '6M', ['12:00', null, null, 31, true]],
    ['2026-01-31T04:00Z', '12M', ['12:00', null, 1, 31, false]],
    ['2028-02-29T04:00Z', '1Y', ['12:00', null, 2, 29, true]],
    ['2026-02-28T16:05Z', '2Y', ['00:05', null, 3, 1, false]],
    // A Sunday there.
    ['2026-01-31T16:00Z', '2W', ['00:00', 7, null, null, false]],
    ['2026-01-31T04:00Z', '3D', ['12:00', null, null, null, false]],
    ['2026-01-31T04:00Z', '1H', [null, null, null, null, false]],
  ])('of %s by %s is %j', (anchor, every, said) => {
    expect(rule(anchor, every)).toEqual(said)
  })
})
