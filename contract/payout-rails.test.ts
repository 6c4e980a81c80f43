import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { always, weekdays } from './channel-catalogue/rail-hours.ts'
import type { PayoutRail } from './channel-catalogue/entry.ts'
import { arrivalOf, feeOfPayout, nextOpening } from './payout-rails.ts'
import { railFor, railOf } from './rails-of-channels.ts'
import type { Calendar } from './holiday-calendar.ts'
import { dayAt, localText, momentAt, weekdayOf } from './kit/zoned-day.ts'

const rail = (changes: Partial<PayoutRail>): PayoutRail => ({
  key: 'R',
  name: 'R',
  to: 'BANK',
  countries: 'GLOBAL',
  currencies: null,
  fee: {},
  workingDays: 0,
  hours: always('UTC'),
  ...changes,
})
const calendar = (...holidays: string[]): Calendar => ({
  country: 'KR',
  firstYear: 2026,
  lastYear: 2027,
  holidays: new Set(holidays),
})
const seoul = weekdays('Asia/Seoul', 'KR', '09:00', '15:30')
const opening = (hours: PayoutRail['hours'], at: string, known: Calendar | null = null) =>
  nextOpening({ hours }, new Date(at), known).toISOString()

describe('the rail of a payout', () => {
  it('is the first that takes its destination and currency', () => {
    const key = (type: 'BANK' | 'CARD' | 'MOBILE', country: string, currency: 'KRW' | 'USD' | 'SGD' | 'KES') =>
      railFor('SIMULATOR', { type, country }, currency)?.key
    expect(key('BANK', 'KR', 'KRW')).toBe('KR_BANK')
    expect(key('BANK', 'KR', 'USD')).toBe('KR_USD')
    expect(key('BANK', 'KR', 'SGD')).toBe('SWIFT')
    expect(key('MOBILE', 'KE', 'KES')).toBe('KE_MPESA')
    expect(key('CARD', 'SG', 'SGD')).toBe('CARD')
  })

  it('is none where the channel does not pay, and is found again by its key', () => {
    expect(railFor('XENDIT', { type: 'BANK', country: 'SG' }, 'SGD')).toBeUndefined()
    expect(railFor('XENDIT', { type: 'CARD', country: 'ID' }, 'IDR')).toBeUndefined()
    expect(railFor('PAYPAL', { type: 'BANK', country: 'US' }, 'USD')).toBeUndefined()
    expect(railOf('SIMULATOR', 'US_ACH')?.name).toBe('ACH')
    expect(railOf('SIMULATOR', 'GONE')).toBeUndefined()
  })
})

describe('the fee of a payout', () => {
  const fee = { percent: '0.5', minimum: { SGD: 100 }, flat: { SGD: 50 }, tax: '9' }
  const of = (amountMinor: bigint, feePayer: 'SENDER' | 'RECEIVER') =>
    feeOfPayout({ fee }, { amountMinor, currency: 'SGD', feePayer })

  it('is on top of what the sender pays, and out of what the receiver gets', () => {
    // max(1.00, 0.5 % of 1,000.00) + 0.50, and 9 % of that.
    const cost = { feeMinor: 550n, taxMinor: 50n }
    expect(of(100_000n, 'SENDER')).toEqual({ ...cost, totalMinor: 100_600n, sentMinor: 100_000n })
    expect(of(100_000n, 'RECEIVER')).toEqual({ ...cost, totalMinor: 100_000n, sentMinor: 99_400n })
  })

  it('leaves nothing of an amount that it eats', () => {
    expect(of(164n, 'RECEIVER').sentMinor).toBe(0n)
    expect(of(165n, 'RECEIVER').sentMinor).toBe(1n)
  })
})

describe('a rail opens', () => {
  it('from its opening until its cut-off, which is exclusive, on its days', () => {
    // 27 November 2026 is a Friday; Seoul is nine hours ahead.
    expect(opening(seoul, '2026-11-26T23:59:59.999Z')).toBe('2026-11-27T00:00:00.000Z')
    expect(opening(seoul, '2026-11-27T00:00:00Z')).toBe('2026-11-27T00:00:00.000Z')
    expect(opening(seoul, '2026-11-27T06:29:59.999Z')).toBe('2026-11-27T06:29:59.999Z')
    expect(opening(seoul, '2026-11-27T06:30:00Z')).toBe('2026-11-30T00:00:00.000Z')
  })

  it('on no holiday that its calendar knows', () => {
    expect(opening(seoul, '2026-11-27T06:30:00Z', calendar('2026-11-30'))).toBe('2026-12-01T00:00:00.000Z')
  })

  it('at a time that the clocks skip when they do, and the first time at one that comes twice', () => {
    const newYork = (opens: string, cutOff: string) => ({ ...always('America/New_York'), opens, cutOff })
    // Clocks go from 02:00 to 03:00 on 14 March 2027, and from 02:00 back to 01:00 on 7 November.
    expect(opening(newYork('02:30', '24:00'), '2027-03-14T06:00:00Z')).toBe('2027-03-14T07:00:00.000Z')
    expect(opening(newYork('00:00', '02:30'), '2027-03-14T06:59:59Z')).toBe('2027-03-14T06:59:59.000Z')
    expect(opening(newYork('00:00', '02:30'), '2027-03-14T07:00:00Z')).toBe('2027-03-15T04:00:00.000Z')
    expect(opening(newYork('01:30', '24:00'), '2027-11-07T05:00:00Z')).toBe('2027-11-07T05:30:00.000Z')
    expect(opening(newYork('00:00', '01:30'), '2027-11-07T05:29:59Z')).toBe('2027-11-07T05:29:59.000Z')
    expect(opening(newYork('00:00', '01:30'), '2027-11-07T05:30:00Z')).toBe('2027-11-08T05:00:00.000Z')
  })

  it('without a gap around the clock, over both changes of the clocks', () => {
    for (const zone of ['America/New_York', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Beirut', 'UTC'])
      for (let ms = Date.parse('2027-03-01T00:00:00Z'); ms < Date.parse('2028-03-01T00:00:00Z'); ms += 1_009 * 60_000)
        expect(nextOpening({ hours: always(zone) }, new Date(ms), null).getTime()).toBe(ms)
  })
})

describe('money arrives', () => {
  const arrival = (changes: Partial<PayoutRail>, at: string, known: Calendar | null = null) =>
    arrivalOf(rail(changes), new Date(at), known)

  it('on the day when it leaves, by the clocks of the rail', () => {
    expect(arrival({ hours: always('Asia/Seoul') }, '2026-11-27T15:00:00Z').day).toBe('2026-11-28')
  })

  it('working days later, without weekends and holidays, from the next working day if it leaves on none', () => {
    const later = { workingDays: 1, hours: seoul }
    expect(arrival(later, '2026-11-27T01:00:00Z', calendar()).day).toBe('2026-11-30')
    expect(arrival(later, '2026-11-27T06:30:00Z', calendar()).day).toBe('2026-12-01')
    expect(arrival(later, '2026-11-27T01:00:00Z', calendar('2026-11-30')).day).toBe('2026-12-01')
    expect(arrival({ workingDays: 2 }, '2026-11-28T12:00:00Z').day).toBe('2026-12-02')
  })

  it('says where the calendar does not know the days that were counted', () => {
    const later = { workingDays: 1, hours: seoul }
    expect(arrival(later, '2026-11-27T01:00:00Z', calendar())).toMatchObject({ calendar: 'KR', isKnown: true })
    expect(arrival(later, '2026-11-27T01:00:00Z', null)).toMatchObject({ calendar: 'KR', isKnown: false })
    expect(arrival(later, '2027-12-31T01:00:00Z', calendar())).toMatchObject({ day: '2028-01-03', isKnown: false })
    expect(arrival({ workingDays: 2 }, '2026-11-27T01:00:00Z')).toMatchObject({ calendar: null, isKnown: true })
  })
})

const zones = ['Asia/Seoul', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Apia', 'Africa/Cairo']
const anyTime = fc.integer({ min: 0, max: 24 * 60 - 2 })
const anyRail = fc
  .record({
    zone: fc.constantFrom(...zones),
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    times: fc.tuple(anyTime, anyTime).map(([a, b]) => [Math.min(a, b), Math.max(a, b) + 1] as const),
    workingDays: fc.integer({ min: 0, max: 5 }),
  })
  .map(({ zone, days, times: [opens, cutOff], workingDays }) =>
    rail({ workingDays, hours: { days, opens: clock(opens), cutOff: clock(cutOff), zone, calendar: 'KR' } }),
  )
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const span = { min: Date.parse('2026-01-01T00:00:00Z'), max: Date.parse('2027-11-30T00:00:00Z') }
const anyMoment = fc.integer(span).map((ms) => new Date(ms))
const anyCalendar = fc
  .uniqueArray(
    anyMoment.map((at) => dayAt(at, 'UTC')),
    { maxLength: 300 },
  )
  .map((days) => calendar(...days))

describe('of any rail, calendar and moment', () => {
  it('the next opening is open itself, not before the moment, and comes no earlier for an earlier moment', () => {
    fc.assert(
      fc.property(anyRail, anyCalendar, anyMoment, anyMoment, (one, known, a, b) => {
        const [earlier, later] = a <= b ? [a, b] : [b, a]
        const opens = nextOpening(one, earlier, known)
        expect(opens >= earlier).toBe(true)
        expect(nextOpening(one, opens, known)).toEqual(opens)
        expect(nextOpening(one, later, known) >= opens).toBe(true)
        const day = dayAt(opens, one.hours.zone)
        expect(one.hours.days).toContain(weekdayOf(day))
        expect(known.holidays.has(day)).toBe(false)
      }),
    )
  })

  it('money arrives that many working days after the one when it leaves, and never on a holiday', () => {
    fc.assert(
      fc.property(anyRail, anyCalendar, anyMoment, (one, known, at) => {
        const { leavesAt, day } = arrivalOf(one, at, known)
        const left = dayAt(leavesAt, one.hours.zone)
        const between = daysAfter(left, day).filter((each) => weekdayOf(each) <= 5 && !known.holidays.has(each))
        if (one.workingDays === 0) {
          expect(day).toBe(left)
          return
        }
        const leavesOnWorkingDay = weekdayOf(left) <= 5
        expect(between.length).toBe(one.workingDays + (leavesOnWorkingDay ? 0 : 1))
        expect(between.at(-1)).toBe(day)
      }),
    )
  })

  it('a local time is the first moment at which the clocks show it, or the one at which they skip it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), anyMoment, anyTime, (zone, at, minutes) => {
        const wanted = `${dayAt(at, zone)}T${clock(minutes)}:00`
        const found = momentAt(dayAt(at, zone), clock(minutes), zone)
        expect(localText(found, zone) >= wanted).toBe(true)
        const before = localText(new Date(found.getTime() - 1000), zone)
        expect(before < wanted).toBe(true)
      }),
    )
  })
})

/** The days after one, up to another. */
function daysAfter(from: string, to: string): string[] {
  const days: string[] = []
  for (let ms = Date.parse(from) + 86_400_000; ms <= Date.parse(to); ms += 86_400_000)
    days.push(new Date(ms).toISOString().slice(0, 10))
  return days
}
