import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  awakeAt,
  customerZone,
  inOrder,
  quietHours,
  reminderMoment,
  reminderPlan,
  reminderStep,
  type ReminderCalendar,
} from './invoice-reminders.ts'
import { reminderUnits, type InvoiceReminder } from './invoice-parts.ts'
import { dayAfter, dayAt, localText, startOfDay } from './kit/zoned-day.ts'

/** Both hemispheres, half and quarter hours, changes at midnight, a change by half an hour, one that is away from summer time in Ramadan. */
const zones = [
  'America/New_York', 'Europe/Berlin', 'Africa/Cairo', 'Africa/Casablanca', 'Asia/Beirut', 'Asia/Kathmandu', 'Asia/Singapore',
  'Australia/Lord_Howe', 'Pacific/Auckland', 'America/Santiago', 'Pacific/Kiritimati', 'Pacific/Pago_Pago',
] // prettier-ignore
const awake = { quietFrom: 0, quietTo: 0 }
const hour = 3_600_000

const zone = fc.constantFrom(...zones)
const day = fc.integer({ min: 0, max: 730 }).map((days) => dayAfter('2026-01-01', days))
const reminder = fc.oneof(
  fc.record({ time: fc.integer({ min: 1, max: 720 }), unit: fc.constantFrom(reminderUnits[0], reminderUnits[1]) }),
  fc.record({ time: fc.integer({ min: 1, max: 365 }), unit: fc.constantFrom(reminderUnits[2], reminderUnits[3]) }),
)
const hours = fc.record({ quietFrom: fc.integer({ min: 0, max: 23 }), quietTo: fc.integer({ min: 0, max: 23 }) })
const calendar = fc.record({ timeZone: zone, hours }).map(({ timeZone, hours: quiet }) => ({ timeZone, ...quiet }))
const clock = (moment: Date, timeZone: string) => localText(moment, timeZone).slice(0, 16)
const at = (given: string, { timeZone, ...quiet }: ReminderCalendar, due: string) => {
  const [time = '', unit = ''] = given.split(' ')
  const moment = reminderMoment({ time: Number(time), unit: `${unit}_due_date` as never }, due, { timeZone, ...quiet })
  return clock(moment, timeZone)
}
const isQuiet = (moment: Date, { timeZone, quietFrom, quietTo }: ReminderCalendar) => {
  const now = Number(localText(moment, timeZone).slice(11, 13))
  return quietFrom <= quietTo ? now >= quietFrom && now < quietTo : now >= quietFrom || now < quietTo
}

describe('the moment of a reminder', () => {
  const berlin = { timeZone: 'Europe/Berlin', ...quietHours }

  it('is 09:00 of a day, and hours from the end of the due day', () => {
    expect(at('3 days_before', berlin, '2026-11-30')).toBe('2026-11-27T09:00')
    expect(at('1 days_after', berlin, '2026-12-31')).toBe('2027-01-01T09:00')
    expect(at('12 hours_before', berlin, '2026-11-30')).toBe('2026-11-30T12:00')
    expect(at('10 hours_after', berlin, '2026-11-30')).toBe('2026-12-01T10:00')
  })

  it('is put off from the quiet hours to their end', () => {
    expect(at('3 hours_before', berlin, '2026-11-30')).toBe('2026-12-01T08:00')
    expect(at('4 hours_before', berlin, '2026-11-30')).toBe('2026-11-30T20:00')
    expect(at('2 hours_after', berlin, '2026-11-30')).toBe('2026-12-01T08:00')
    expect(at('8 hours_after', berlin, '2026-11-30')).toBe('2026-12-01T08:00')
    expect(at('2 hours_after', { ...berlin, quietFrom: 1, quietTo: 5 }, '2026-11-30')).toBe('2026-12-01T05:00')
    expect(at('2 hours_after', { ...berlin, ...awake }, '2026-11-30')).toBe('2026-12-01T02:00')
  })

  it('keeps its hour over a change of the clocks, and counts hours that pass', () => {
    const open = { timeZone: 'America/New_York', ...awake }
    // 8 March 2026 has 23 hours there, 1 November 25.
    expect(at('1 days_before', open, '2026-03-09')).toBe('2026-03-08T09:00')
    expect(at('24 hours_before', open, '2026-03-08')).toBe('2026-03-07T23:00')
    expect(at('24 hours_before', open, '2026-11-01')).toBe('2026-11-01T01:00')
    expect(at('3 hours_after', open, '2026-03-07')).toBe('2026-03-08T04:00')
    // A clock that goes forward at midnight: the day begins at one.
    expect(at('23 hours_before', { timeZone: 'Africa/Cairo', ...awake }, '2026-04-24')).toBe('2026-04-24T01:00')
    // The end of the quiet hours may be an hour that the day does not have.
    expect(at('1 hours_after', { ...open, quietFrom: 23, quietTo: 2 }, '2026-03-07')).toBe('2026-03-08T03:00')
  })

  it('is that of the calendar in every zone, all year, as another reckoning has it', () => {
    fc.assert(
      fc.property(zone, day, reminder, (timeZone, due, given) => {
        const moment = reminderMoment(given, due, { timeZone, ...awake })
        const sign = given.unit.includes('before') ? -1 : 1
        if (given.unit.startsWith('hours')) {
          const end = startOfDay(dayAfter(due, 1), timeZone)
          expect(moment.getTime()).toBe(end.getTime() + sign * given.time * hour)
        } else expect(clock(moment, timeZone)).toBe(`${dayAfter(due, sign * given.time)}T09:00`)
      }),
      { numRuns: 300 },
    )
  })

  it('is never in quiet hours, never sooner for them, and later by no more than they last', () => {
    fc.assert(
      fc.property(calendar, day, reminder, (given, due, wish) => {
        const wanted = reminderMoment(wish, due, { ...given, ...awake })
        const moment = reminderMoment(wish, due, given)
        expect(isQuiet(moment, given)).toBe(false)
        if (!isQuiet(wanted, given)) {
          expect(moment).toEqual(wanted)
          return
        }
        const most = ((given.quietTo - given.quietFrom + 24) % 24) + 1
        expect(moment.getTime()).toBeGreaterThan(wanted.getTime())
        expect(moment.getTime() - wanted.getTime()).toBeLessThanOrEqual(most * hour)
        expect(awakeAt(moment, given)).toEqual(moment)
      }),
      { numRuns: 300 },
    )
  })
})

describe('the plan', () => {
  const singapore = { timeZone: 'Asia/Singapore', ...quietHours }
  const plan = (reminders: InvoiceReminder[], now: string, lastAt?: string) =>
    reminderPlan(reminders, '2026-11-30', singapore, {
      now: new Date(now),
      lastAt: lastAt ? new Date(lastAt) : null,
    }).map(({ at: moment, reason }) => `${clock(moment, singapore.timeZone)} ${reason}`)
  const days = (time: number, when: 'before' | 'after') => ({ time, unit: `days_${when}_due_date` }) as const
  const hoursAfter = (time: number) => ({ time, unit: 'hours_after_due_date' }) as const

  it('says what is past, what comes too soon after another, and which of two at one moment goes', () => {
    const reminders = [days(1, 'after'), days(3, 'before'), hoursAfter(2), hoursAfter(3), days(2, 'after')]
    expect(plan(reminders, '2026-11-28T00:00:00Z')).toEqual([
      '2026-11-27T09:00 past',
      '2026-12-01T08:00 superseded',
      '2026-12-01T08:00 ',
      '2026-12-01T09:00 too_soon',
      '2026-12-02T09:00 ',
    ])
    expect(plan([days(1, 'after')], '2026-11-28T00:00:00Z', '2026-11-30T20:00:00Z')).toEqual([
      '2026-12-01T09:00 too_soon',
    ])
  })

  it('names each reminder once', () => {
    expect(plan([days(1, 'after'), days(1, 'after')], '2026-11-28T00:00:00Z')).toEqual(['2026-12-01T09:00 '])
  })

  it('of reminders on following days loses none to a day of 23 hours, nor to a worker that is a minute late', () => {
    const newYork = { timeZone: 'America/New_York', ...quietHours }
    const daily = [1, 2, 3, 4].map((time) => days(time, 'after'))
    const reasons = reminderPlan(daily, '2026-03-06', newYork, { now: new Date('2026-03-01T00:00:00Z') })
    expect(reasons.map(({ reason }) => reason)).toEqual(['', '', '', ''])
    const last = new Date('2026-11-25T09:00:50Z')
    const next = new Date('2026-11-26T09:00:00Z')
    expect(reminderStep({ at: next, now: next, lastAt: last }, { timeZone: 'UTC', ...quietHours })).toEqual({
      act: 'wait',
      until: new Date('2026-11-26T09:00:50Z'),
    })
  })

  it('has no two that go within 24 hours, whatever is asked for', () => {
    fc.assert(
      fc.property(calendar, day, fc.array(reminder, { maxLength: 6 }), (given, due, reminders) => {
        const planned = reminderPlan(reminders, due, given, { now: new Date(0) })
        let last: Date | null = null
        for (const { at: moment } of planned.filter(({ reason }) => reason === '')) {
          // As the worker does it: when it may not go yet, it goes when it may.
          const step = reminderStep({ at: moment, now: moment, lastAt: last }, given)
          expect(step.act).not.toBe('skip')
          const sent: Date = step.act === 'wait' ? step.until : moment
          if (last) expect(sent.getTime() - last.getTime()).toBeGreaterThanOrEqual(24 * hour)
          expect(isQuiet(sent, given)).toBe(false)
          last = sent
        }
        expect(inOrder(planned.toReversed())).toEqual(planned)
      }),
      { numRuns: 200 },
    )
  })
})

describe('a reminder that is due', () => {
  const utc = { timeZone: 'UTC', ...quietHours }
  const step = (moment: string, now: string, lastAt: string | null = null) =>
    reminderStep({ at: new Date(moment), now: new Date(now), lastAt: lastAt ? new Date(lastAt) : null }, utc)

  it('goes, waits for its moment and for the end of the quiet hours, and is too old after 7 days', () => {
    expect(step('2026-11-25T09:00Z', '2026-11-25T09:00Z')).toEqual({ act: 'send' })
    expect(step('2026-11-25T09:00Z', '2026-11-25T08:59Z')).toEqual({
      act: 'wait',
      until: new Date('2026-11-25T09:00Z'),
    })
    // The worker was away and comes back at night.
    expect(step('2026-11-25T09:00Z', '2026-11-27T03:00Z')).toEqual({
      act: 'wait',
      until: new Date('2026-11-27T08:00Z'),
    })
    expect(step('2026-11-25T09:00Z', '2026-12-02T09:00Z')).toEqual({ act: 'send' })
    expect(step('2026-11-25T09:00Z', '2026-12-02T09:00:01Z')).toEqual({ act: 'skip', reason: 'too_old' })
  })

  it('does not go within 24 hours of another', () => {
    expect(step('2026-11-25T09:00Z', '2026-11-25T09:00Z', '2026-11-24T12:00Z')).toEqual({
      act: 'skip',
      reason: 'too_soon',
    })
    expect(step('2026-11-25T09:00Z', '2026-11-25T09:00Z', '2026-11-24T10:00Z')).toEqual({
      act: 'wait',
      until: new Date('2026-11-25T10:00Z'),
    })
    expect(step('2026-11-25T09:00Z', '2026-11-25T09:00Z', '2026-11-24T09:00Z')).toEqual({ act: 'send' })
  })
})

describe("a customer's zone", () => {
  const of = (timeZone: string, country: string) => customerZone({ timeZone, country }, 'Asia/Dubai', '2026-11-30')

  it('is theirs, else that of a country with one time, else the merchant’s', () => {
    expect(of('Pacific/Auckland', 'DE')).toBe('Pacific/Auckland')
    expect([of('', 'DE'), of('', 'SG'), of('', 'JP'), of('', 'TH')]).toEqual([
      'Europe/Berlin',
      'Asia/Singapore',
      'Asia/Tokyo',
      'Asia/Bangkok',
    ])
    expect([of('', 'US'), of('', 'AU'), of('', ''), of('', 'XX')]).toEqual(Array(4).fill('Asia/Dubai'))
  })

  it('is a zone that this machine knows, for every country', () => {
    for (const country of ['AE', 'BR', 'CN', 'ES', 'ID', 'KR', 'MY', 'PT', 'VN', 'ZZ'])
      expect(dayAt(new Date('2026-11-30T00:00:00Z'), of('', country))).toMatch(/^2026-11/)
  })
})
