import { describe, expect, it } from 'vitest'
import { nextExpected, nextLook, nextLooks, type LookTimes } from './recon-times.ts'
import { weekdayOf } from './kit/zoned-day.ts'

const looked = (changes: Partial<LookTimes>): LookTimes => ({
  rhythm: 'times',
  every_minutes: 15,
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  times: ['02:30'],
  time_zone: 'Europe/Berlin',
  ...changes,
})
const after = (changes: Partial<LookTimes>, moment: string) =>
  nextLook(looked(changes), new Date(moment))?.toISOString()

describe('the next look', () => {
  it('of a time that the clocks skip is right after the skip', () => {
    // In Berlin 02:00 becomes 03:00 on 29 March 2026, at 01:00 UTC.
    expect(after({}, '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z')
    expect(after({}, '2026-03-29T01:00:00Z')).toBe('2026-03-30T00:30:00.000Z')
  })

  it('of two times that are skipped together is one', () => {
    const both = looked({ times: ['02:15', '02:45'] })
    expect(nextLooks(both, new Date('2026-03-28T12:00:00Z')).map((at) => at.toISOString())).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:15:00.000Z',
      '2026-03-30T00:45:00.000Z',
      '2026-03-31T00:15:00.000Z',
      '2026-03-31T00:45:00.000Z',
    ])
  })

  it('of a time that the clocks show twice is the first of the two, once', () => {
    // In Berlin 03:00 becomes 02:00 on 25 October 2026, at 01:00 UTC.
    expect(after({}, '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z')
    expect(after({}, '2026-10-25T00:30:00Z')).toBe('2026-10-26T01:30:00.000Z')
  })

  it('is on the weekdays of the zone, where the day may be another than in UTC', () => {
    // Monday, 09:00 in Auckland is Sunday evening in UTC.
    expect(after({ weekdays: [1], times: ['09:00'], time_zone: 'Pacific/Auckland' }, '2026-05-29T00:00:00Z')).toBe(
      '2026-05-31T21:00:00.000Z',
    )
  })

  it('of an interval stands on whole multiples, however late the last one was', () => {
    expect(after({ rhythm: 'interval', every_minutes: 15 }, '2026-03-01T10:07:12Z')).toBe('2026-03-01T10:15:00.000Z')
    expect(after({ rhythm: 'interval', every_minutes: 15 }, '2026-03-01T10:15:00Z')).toBe('2026-03-01T10:30:00.000Z')
  })

  it('is none without a rhythm, without times and without weekdays', () => {
    expect(after({ rhythm: 'none' }, '2026-03-01T10:00:00Z')).toBeUndefined()
    expect(after({ times: [] }, '2026-03-01T10:00:00Z')).toBeUndefined()
    expect(after({ weekdays: [] }, '2026-03-01T10:00:00Z')).toBeUndefined()
  })
})

describe('the next time by which a file is expected', () => {
  const expected = { expected_by: '18:00', time_zone: 'Asia/Dubai' }
  it('leaves out days that are none of work', () => {
    const next = nextExpected(expected, new Date('2026-05-01T14:00:00Z'), (day) => weekdayOf(day) < 6)
    expect(next?.toISOString()).toBe('2026-05-04T14:00:00.000Z')
  })

  it('is none where nothing is expected, and where no day is one of work', () => {
    expect(nextExpected({ ...expected, expected_by: '' }, new Date(), () => true)).toBeNull()
    expect(nextExpected(expected, new Date(), () => false)).toBeNull()
  })
})
