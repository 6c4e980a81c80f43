import { describe, expect, it } from 'vitest'
import { weekdayOf, type Day } from './kit/zoned-day.ts'
import { lastDue, nextDue, nextRun, runOfDay } from './recon-run-times.ts'

const restsOn =
  (weekend: readonly number[], holidays: readonly Day[] = []) =>
  (day: Day) =>
    !weekend.includes(weekdayOf(day)) && !holidays.includes(day)
const western = restsOn([6, 7])
const told = (run: { day: Day; begins: Date; due: Date } | null) =>
  run && `${run.day} ${run.begins.toISOString().slice(0, 16)} ${run.due.toISOString().slice(0, 16)}`

describe('the run of a working day', () => {
  it.each([
    ['an ordinary night', 'Asia/Singapore', '2026-12-01', '2026-11-30T17:00 2026-11-30T18:00'],
    ['02:00 skipped: right after the skip', 'America/New_York', '2026-03-08', '2026-03-08T06:00 2026-03-08T07:00'],
    ['01:00 skipped: an hour before 02:00', 'Europe/London', '2026-03-29', '2026-03-29T00:00 2026-03-29T01:00'],
    ['02:00 twice: the first', 'Europe/Berlin', '2026-10-25', '2026-10-24T23:00 2026-10-25T00:00'],
    ['01:00 twice: the first', 'America/New_York', '2026-11-01', '2026-11-01T05:00 2026-11-01T07:00'],
    ['midnight skipped', 'Africa/Cairo', '2026-04-24', '2026-04-23T22:00 2026-04-23T23:00'],
    ['half an hour of summer', 'Australia/Lord_Howe', '2026-10-04', '2026-10-03T14:30 2026-10-03T15:30'],
  ])('begins by 01:00 and is due at 02:00: %s', (_name, zone, day, moments) => {
    expect(told(runOfDay(day, zone))).toBe(`${day} ${moments}`)
  })

  it('begins never less than an hour before it is due, on any night of any zone', () => {
    for (const zone of Intl.supportedValuesOf('timeZone').filter((_zone, at) => at % 7 === 0))
      for (const day of ['2026-03-08', '2026-03-29', '2026-04-05', '2026-04-24', '2026-10-04', '2026-10-25', '2026-11-01']) {
        const { begins, due } = runOfDay(day, zone)
        expect(due.getTime() - begins.getTime(), `${zone} ${day}`).toBeGreaterThanOrEqual(3_600_000)
      }
  }) // prettier-ignore

  it('is of the next working day: over weekends of Friday and Saturday, and over holidays', () => {
    const zone = 'Asia/Riyadh'
    // 26 November 2026 is a Thursday; the working week ends with it.
    const after = new Date('2026-11-26T09:00:00Z')
    expect(nextRun(after, zone, restsOn([5, 6]))?.day).toBe('2026-11-29')
    expect(nextRun(after, zone, western)?.day).toBe('2026-11-27')
    expect(nextRun(after, zone, restsOn([5, 6], ['2026-11-29', '2026-11-30']))?.day).toBe('2026-12-01')
  })

  it('is still due when it has begun, and then the next one begins', () => {
    const zone = 'Asia/Singapore'
    const between = new Date('2026-11-30T17:30:00Z')
    expect(nextRun(between, zone, western)?.day).toBe('2026-12-02')
    expect(nextDue(between, zone, western)?.day).toBe('2026-12-01')
    expect(lastDue(between, zone, western)?.day).toBe('2026-11-30')
    expect(lastDue(new Date('2026-11-30T18:00:00Z'), zone, western)?.day).toBe('2026-12-01')
  })

  it('is the last one that was due, after days without a worker', () => {
    // Down from Thursday; back on Sunday, when Friday's is the last.
    expect(lastDue(new Date('2026-11-29T12:00:00Z'), 'UTC', western)?.day).toBe('2026-11-27')
  })

  it('is none where no day is a working day', () => {
    expect(nextRun(new Date(), 'UTC', restsOn([1, 2, 3, 4, 5, 6, 7]))).toBe(null)
  })
})
