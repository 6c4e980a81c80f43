import { expect, it } from 'vitest'
import { laterBy } from './steps.ts'

it('goes an hour past the same day of the next month, or past the last of a shorter one', () => {
  const month = (time: string) => laterBy(time, { frequency: 1, period: 'M' })
  expect(month('2026-03-15 12:00:00')).toBe('2026-04-15 13:00:00')
  expect(month('2026-01-31 23:30:00')).toBe('2026-03-01 00:30:00')
  expect(laterBy('2028-02-29 00:00:00', { frequency: 1, period: 'Y' })).toBe('2029-02-28 01:00:00')
  expect(laterBy('2026-12-31 00:00:00', { frequency: 1, period: 'W' })).toBe('2027-01-07 01:00:00')
})
