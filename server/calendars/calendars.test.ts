import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HolidayCalendar } from '#contract/calendars.ts'
import { arrivalOf } from '#contract/payout-rails.ts'
import { railOf } from '#contract/rails-of-channels.ts'
import type { PayoutRail } from '#contract/channel-catalogue/entry.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { openTestApp, type TestApp, type TestMerchant } from '#test/test-app.ts'
import { calendarOf } from './calendar.ts'
import { loadCalendars } from './load-calendars.ts'

let testApp: TestApp
let merchant: TestMerchant
beforeAll(async () => {
  testApp = await openTestApp()
  merchant = await testApp.addMerchant()
})
afterAll(() => testApp.close())

const load = (...lines: string[]) =>
  loadCalendars(testApp.owner, ['country,date,name', ...lines].join('\n'), new Date())
const calendars = async () => {
  const session = await testApp.signIn(merchant, { roles: ['payouts-user'] })
  const { body } = await testApp.call(session, 'GET', `/api/payouts/calendars/${merchant.key}`)
  return (body as unknown as { content: HolidayCalendar[] }).content
}
const known = (country: string) =>
  ownTransaction(
    testApp.serveParts,
    { merchantId: merchant.merchantId, environment: 'live' },
    { requestId: 'test' },
    (ctx) => calendarOf(ctx, country),
  )

describe('calendars', () => {
  it('come with Korea as its gazette has it, and with the last year that is known', async () => {
    const [korea, ...others] = await calendars()
    expect(others).toEqual([])
    expect(korea).toMatchObject({ country: 'KR', loaded_at: null })
    expect(korea?.last_year).toBeGreaterThanOrEqual(2027)
    expect(korea?.holidays.find(({ day }) => day === '2026-10-09')?.name).toBe('한글날')
    const rail = railOf('SIMULATOR', 'KR_USD') as PayoutRail
    // Friday, 9 October 2026 is Hangul Day; the working day before it is the 8th.
    const arrival = (at: string, calendar: Awaited<ReturnType<typeof known>>) => arrivalOf(rail, new Date(at), calendar)
    expect(arrival('2026-10-08T02:00:00Z', await known('KR'))).toMatchObject({ day: '2026-10-12', isKnown: true })
    expect(arrival('2026-10-08T02:00:00Z', null)).toMatchObject({ day: '2026-10-09', isKnown: false })
    expect(arrival('2099-10-08T02:00:00Z', await known('KR'))).toMatchObject({ isKnown: false })
  })

  it('are loaded by the operator, each country in the place of what was there', async () => {
    expect(await known('US')).toBeNull()
    await load(
      'US,2026-11-26,Thanksgiving Day',
      'US,2026-12-25,Christmas Day',
      'US,2027-01-01,"New Year, observed"',
      'EU,2026-12-25,Christmas',
    )
    expect(await known('US')).toEqual({
      country: 'US', firstYear: 2026, lastYear: 2027, holidays: new Set(['2026-11-26', '2026-12-25', '2027-01-01']),
    }) // prettier-ignore
    await load('US,2028-07-04,Independence Day')
    expect(await known('US')).toMatchObject({ firstYear: 2028, lastYear: 2028 })
    expect((await calendars()).map(({ country }) => country)).toEqual(['EU', 'KR', 'US'])
    const shipped = await known('KR')
    await load('KR,2030-01-01,Seollal')
    expect(await known('KR')).toMatchObject({ firstYear: 2030, lastYear: 2030 })
    expect(shipped?.holidays.has('2026-10-09')).toBe(true)
  })

  it.each([
    ['no day', ['US,2026-02-30,Nothing'], 'Line 3: 2026-02-30 is not a day'],
    ['no country', ['Korea,2026-01-01,New Year'], 'Line 3: Korea is not a country'],
    ['a year without any', ['US,2026-01-01,New Year', 'US,2028-01-01,New Year'], 'the years between have none'],
  ])('with %s are refused whole, and what was there stays', async (_what, lines, message) => {
    await load('EU,2026-12-25,Christmas')
    const before = await known('EU')
    await expect(load('EU,2031-01-01,New Year', ...lines)).rejects.toThrow(message)
    expect(await known('EU')).toEqual(before)
    await expect(load()).rejects.toThrow('has no holidays')
  })
})
