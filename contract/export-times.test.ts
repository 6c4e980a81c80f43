import { describe, expect, it } from 'vitest'
import { nextDue, stretchOf, type ExportTimes } from './export-times.ts'

const times = (changes: Partial<ExportTimes>): ExportTimes => ({
  every: 'day',
  weekday: 1,
  month_day: 1,
  hour: 8,
  ...changes,
})
const due = (changes: Partial<ExportTimes>, after: string, zone = 'Asia/Singapore') =>
  nextDue(times(changes), new Date(after), zone).toISOString()

describe('a scheduled export is due', () => {
  it('at its hour in the zone, after the moment', () => {
    expect(due({}, '2026-11-26T23:59:59Z')).toBe('2026-11-27T00:00:00.000Z')
    expect(due({}, '2026-11-27T00:00:00Z')).toBe('2026-11-28T00:00:00.000Z')
  })

  it('on its weekday, or its day of the month and the last of a shorter one', () => {
    // 27 November 2026 is a Friday.
    expect(due({ every: 'week', weekday: 5 }, '2026-11-27T00:00:00Z')).toBe('2026-12-04T00:00:00.000Z')
    expect(due({ every: 'week', weekday: 7 }, '2026-11-27T00:00:00Z')).toBe('2026-11-29T00:00:00.000Z')
    expect(due({ every: 'month', month_day: 31 }, '2027-02-01T00:00:00Z', 'UTC')).toBe('2027-02-28T08:00:00.000Z')
    expect(due({ every: 'month', month_day: 31 }, '2028-02-01T00:00:00Z', 'UTC')).toBe('2028-02-29T08:00:00.000Z')
    expect(due({ every: 'month', month_day: 31 }, '2027-02-28T08:00:00Z', 'UTC')).toBe('2027-03-31T08:00:00.000Z')
  })

  it('once where clocks go back, and an hour later where they skip its hour', () => {
    const berlin = 'Europe/Berlin'
    expect(due({ hour: 2 }, '2027-03-27T12:00:00Z', berlin)).toBe('2027-03-28T01:00:00.000Z')
    expect(due({ hour: 2 }, '2027-03-28T01:00:00Z', berlin)).toBe('2027-03-29T00:00:00.000Z')
    expect(due({ hour: 2 }, '2027-10-30T12:00:00Z', berlin)).toBe('2027-10-31T00:00:00.000Z')
    expect(due({ hour: 2 }, '2027-10-31T00:00:00Z', berlin)).toBe('2027-11-01T01:00:00.000Z')
  })
})

it('a period is of whole days of the zone before the day when the export is made', () => {
  const at = (period: Parameters<typeof stretchOf>[0], moment = '2026-11-27T00:00:00Z', zone = 'Asia/Singapore') => {
    const found = stretchOf(period, new Date(moment), zone)
    return found && [found.from.toISOString(), found.to.toISOString()]
  }
  expect(at('yesterday')).toEqual(['2026-11-25T16:00:00.000Z', '2026-11-26T16:00:00.000Z'])
  expect(at('last_7_days')).toEqual(['2026-11-19T16:00:00.000Z', '2026-11-26T16:00:00.000Z'])
  expect(at('last_30_days')?.[0]).toBe('2026-10-27T16:00:00.000Z')
  expect(at('last_week')).toEqual(['2026-11-15T16:00:00.000Z', '2026-11-22T16:00:00.000Z'])
  expect(at('last_month')).toEqual(['2026-09-30T16:00:00.000Z', '2026-10-31T16:00:00.000Z'])
  expect(at('last_month', '2027-01-10T12:00:00Z', 'UTC')).toEqual([
    '2026-12-01T00:00:00.000Z',
    '2027-01-01T00:00:00.000Z',
  ])
  // A day of 25 hours.
  expect(at('yesterday', '2027-11-01T08:00:00Z', 'Europe/Berlin')).toEqual([
    '2027-10-30T22:00:00.000Z',
    '2027-10-31T23:00:00.000Z',
  ])
  expect(at('all')).toBeNull()
})
