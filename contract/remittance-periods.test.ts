import { describe, expect, it } from 'vitest'
import { endOfPeriod, type Rhythm } from './remittance-periods.ts'

const on = (every: Rhythm['every'], named = 0): Rhythm => ({
  every,
  weekday: every === 'week' ? named : 1,
  month_day: every === 'month' ? named : 1,
})

describe('a period', () => {
  it.each([
    ['2026-11-28', on('day'), '2026-11-29'],
    ['2026-11-23', on('week', 7), '2026-11-30'],
    ['2026-11-29', on('week', 7), '2026-11-30'],
    ['2026-11-30', on('week', 7), '2026-12-07'],
    ['2026-11-30', on('week', 1), '2026-12-01'],
    ['2028-02-10', on('month', 0), '2028-03-01'],
    ['2028-02-29', on('month', 0), '2028-03-01'],
    ['2027-02-10', on('month', 0), '2027-03-01'],
    ['2026-12-31', on('month', 0), '2027-01-01'],
    ['2026-01-29', on('month', 28), '2026-03-01'],
    ['2028-02-28', on('month', 28), '2028-02-29'],
    ['2026-11-15', on('month', 15), '2026-11-16'],
    ['2026-11-16', on('month', 15), '2026-12-16'],
  ])('that begins on %s is over before %o', (from, rhythm, end) => {
    expect(endOfPeriod(from, rhythm)).toBe(end)
  })

  it('follows the one before it without a gap, and ends with its named day', () => {
    for (const rhythm of [on('day'), on('week', 3), on('month', 0), on('month', 1), on('month', 28)])
      for (let from = '2026-01-01', periods = 0; periods < 60; periods++) {
        const end = endOfPeriod(from, rhythm)
        expect(end > from, `${from} ${JSON.stringify(rhythm)}`).toBe(true)
        from = end
      }
  })
})
