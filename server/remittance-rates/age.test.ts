import { describe, expect, it } from 'vitest'
import type { Calendar } from '#contract/holiday-calendar.ts'
import { isOld, workingDaysAfter } from './age.ts'

/** Good Friday and Easter Monday of 2026. */
const easter: Calendar = {
  country: 'EU',
  firstYear: 2026,
  lastYear: 2026,
  holidays: new Set(['2026-04-03', '2026-04-06']),
}

describe('a rate', () => {
  it.each([
    ['on its own day', '2026-11-27', 0, false],
    ['on Saturday', '2026-11-28', 0, false],
    ['on Sunday', '2026-11-29', 0, false],
    ['on Monday', '2026-11-30', 1, false],
    ['on Tuesday', '2026-12-01', 2, false],
    ['on Wednesday', '2026-12-02', 3, false],
    ['on Thursday', '2026-12-03', 4, true],
    ['a week later', '2026-12-04', 5, true],
  ])('of a Friday is as old as it is %s', (_when, on, days, old) => {
    expect(workingDaysAfter('2026-11-27', on, null)).toBe(days)
    expect(isOld('2026-11-27', on, null)).toBe(old)
  })

  it.each([
    ['Tuesday', '2026-04-07', 1, false, false],
    ['Wednesday', '2026-04-08', 2, false, true],
    ['Thursday', '2026-04-09', 3, false, true],
    ['Friday', '2026-04-10', 4, true, true],
  ])('of Maundy Thursday is new for two days more where Easter is known: %s', (_when, on, days, old, oldWithout) => {
    expect(workingDaysAfter('2026-04-02', on, easter)).toBe(days)
    expect(isOld('2026-04-02', on, easter)).toBe(old)
    expect(isOld('2026-04-02', on, null)).toBe(oldWithout)
  })

  it('of a year that the calendar does not know is as old as weekends make it', () => {
    expect(isOld('2027-03-25', '2027-03-30', easter)).toBe(false)
    expect(isOld('2027-03-25', '2027-03-31', easter)).toBe(true)
  })

  it('of years ago is old, and was never new before its day', () => {
    expect(isOld('1999-01-04', '2026-11-27', easter)).toBe(true)
    expect(isOld('2026-11-27', '2026-11-20', null)).toBe(false)
  })
})
