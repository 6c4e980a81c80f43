import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ReconCalendar } from '#contract/recon-calendar.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { form, formType } from '#test/picture.ts'
import { openTestApp, type Answer, type TestApp, type TestMerchant, type TestSession } from '#test/test-app.ts'
import { workingDays } from './working-days.ts'

let testApp: TestApp
let merchant: TestMerchant
let admin: TestSession
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())
beforeEach(async () => {
  merchant = await testApp.addMerchant()
  admin = await testApp.signIn(merchant)
})
const dataOf = <T = ReconCalendar>({ body }: Answer): T => (body as unknown as { data: T }).data
const save = (changes: object) =>
  testApp.call(admin, 'POST', '/api/recon/calendar', {
    version: 0,
    weekend: [6, 7],
    country: '',
    holidays: [],
    ...changes,
  })
const after = (day: string, days: number) =>
  ownTransaction(
    testApp.serveParts,
    { merchantId: merchant.merchantId, environment: 'sandbox' },
    { requestId: 'test' },
    async (ctx) => (await workingDays(ctx)).after(day, days),
  )

describe('a calendar', () => {
  it('rests on Saturday and Sunday until somebody says otherwise', async () => {
    expect(dataOf(await testApp.call(admin, 'GET', '/api/recon/calendar'))).toMatchObject({
      version: 0,
      weekend: [6, 7],
    })
    // 28 November 2026 is a Saturday.
    expect(await after('2026-11-27', 1)).toBe('2026-11-30')
    expect(await after('2026-11-28', 0)).toBe('2026-11-30')
  })

  it('counts working days by its own weekend, the holidays of a country and its own', async () => {
    const holidays = [{ day: '2026-11-29', name: 'House day' }]
    expect((await save({ weekend: [5, 6], country: 'KR', holidays })).status).toBe(200)
    // Friday and Saturday are the weekend, Sunday is the merchant's holiday.
    expect(await after('2026-11-26', 1)).toBe('2026-11-30')
    // Hangul Day, 9 October 2026, is a Friday; Korea's Christmas is one too.
    expect(await after('2026-10-04', 5)).toBe('2026-10-12')
  })

  it('is refused to whoever has seen an older one, and for a country that is not known', async () => {
    expect((await save({ weekend: [7] })).status).toBe(200)
    expect((await save({ weekend: [6] })).body['status_reason']).toBe('CHANGED_MEANWHILE')
    expect((await save({ version: 1, country: 'ZZ' })).status).toBe(400)
    const both = await Promise.all([save({ version: 1, weekend: [1] }), save({ version: 1, weekend: [2] })])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('takes holidays from a sheet, whatever the order of its columns, and names rows without a day', async () => {
    const bytes = Buffer.from('Name,Date\nNew Year,2027-01-01\n"Songkran, first",2027-04-13\nSome day,soon\n')
    const answer = await testApp.call(
      admin,
      'POST',
      '/api/recon/calendar/sheet',
      form({}, [{ field: 'file', name: 'holidays.csv', bytes }]),
      { 'content-type': formType },
    )
    expect(dataOf(answer), answer.text).toEqual({
      holidays: [
        { day: '2027-01-01', name: 'New Year' },
        { day: '2027-04-13', name: 'Songkran, first' },
      ],
      unread: [{ row_no: 4, value: 'Some day soon' }],
    })
  })
})
