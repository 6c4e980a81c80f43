import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localText } from '#contract/kit/zoned-day.ts'
import { dateReader } from './read-date.ts'

const berlin = dateReader('YYYY-MM-DD', 'Europe/Berlin')
const shown = (seconds: number | string) =>
  typeof seconds === 'number' ? new Date(seconds * 1_000).toISOString() : seconds

describe('a date', () => {
  it.each([
    ['YYYY-MM-DD', '2026-03-01 10:05:06', '2026-03-01T09:05:06.000Z'],
    ['YYYY-MM-DD', '2026-03-01T10:05', '2026-03-01T09:05:00.000Z'],
    ['YYYY-MM-DD', '2026-03-01', '2026-02-28T23:00:00.000Z'],
    ['YYYY-MM-DD', '2026-03-01T10:05:06.789Z', '2026-03-01T10:05:06.000Z'],
    ['YYYY-MM-DD', '2026-03-01 10:05:06+05:30', '2026-03-01T04:35:06.000Z'],
    ['DD/MM/YYYY', '1/2/2026', '2026-01-31T23:00:00.000Z'],
    ['MM/DD/YYYY', '1/2/2026', '2026-01-01T23:00:00.000Z'],
    ['DD.MM.YYYY', '31.12.2026 23:59', '2026-12-31T22:59:00.000Z'],
    ['YYYYMMDD', '20260301', '2026-02-28T23:00:00.000Z'],
    ['DD/MM/YYYY', '2026-03-01', 'not_in_date_format'],
    ['DD/MM/YYYY', '1/13/2026', 'not_a_day'],
    ['YYYY-MM-DD', '2026-02-29', 'not_a_day'],
    ['YYYY-MM-DD', '2026-03-01 24:00', 'not_a_day'],
    ['YYYY-MM-DD', '46082', 'not_in_date_format'],
  ] as const)('of the form %s: %s', (format, text, moment) => {
    expect(shown(dateReader(format, 'Europe/Berlin')(text))).toBe(moment)
  })

  it('of a time that the clocks leave out or show twice is refused, unless it says its offset', () => {
    expect(berlin('2026-03-29 02:30')).toBe('no_such_time')
    expect(berlin('2026-10-25 02:30')).toBe('twice_that_time')
    expect(shown(berlin('2026-10-25 02:30+02:00'))).toBe('2026-10-25T00:30:00.000Z')
    expect(shown(berlin('2026-03-29 03:00'))).toBe('2026-03-29T01:00:00.000Z')
    // In Beirut the clocks go forward at midnight.
    expect(shown(dateReader('YYYY-MM-DD', 'Asia/Beirut')('2026-03-29'))).toBe('2026-03-28T22:00:00.000Z')
  })

  it('in a cell with the type of a date is what the cell shows', () => {
    expect(shown(berlin(new Date('2026-07-01T08:00:00.4Z')))).toBe('2026-07-01T06:00:00.000Z')
  })

  it('that a zone shows once is read as the moment that it shows', () => {
    const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Asia/Beirut']
    const seconds = fc.integer({ min: Date.UTC(2024, 0, 1) / 1_000, max: Date.UTC(2028, 0, 1) / 1_000 })
    fc.assert(
      fc.property(seconds, fc.constantFrom(...zones), (at, zone) => {
        const text = localText(new Date(at * 1_000), zone)
        const read = dateReader('YYYY-MM-DD', zone)(text)
        if (read !== 'twice_that_time') expect(read).toBe(at)
      }),
      { numRuns: 300 },
    )
  })
})
