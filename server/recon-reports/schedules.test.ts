import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestSession } from '#test/test-app.ts'
import { openReports, type Reports } from './fixtures.ts'

let reports: Reports
let reader: TestSession
let stranger: TestSession
beforeAll(async () => {
  reports = await openReports()
  const { testApp, merchant } = reports
  reader = await testApp.signIn(merchant, { roles: ['recon-user'] })
  stranger = await testApp.signIn(merchant, { roles: ['payment-user'] })
  await reports.keep({}, [{ key: 'payment:1', side: 'a', status: 'missing_in_settlement' }])
})
afterAll(() => reports.close())

describe('recipients of a report', () => {
  it('see it in their list and can download it; other users of the merchant can not', async () => {
    const { report_id } = await reports.created({ kind: 'unreconciled', recipients: [reader.subUserId] })
    await reports.run()
    expect((await reports.list({}, reader)).content).toMatchObject([{ report_id, kind: 'unreconciled', status: 'ready', rows: 1, downloadable: true }]) // prettier-ignore
    expect((await reports.file(report_id, reader)).status).toBe(200)
    const other = await reports.testApp.signIn(reports.merchant, { roles: ['recon-user'] })
    expect((await reports.list({}, other)).content).toEqual([])
    expect((await reports.file(report_id, other)).status).toBe(404)
  })

  it('are refused where they may not see reports, and named', async () => {
    const answer = await reports.create({ kind: 'unreconciled', recipients: [reader.subUserId, stranger.subUserId] })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('recipients.1')
  })

  it('are refused like nobody where they are users of another merchant', async () => {
    const { subUserId } = await reports.testApp.signIn(await reports.testApp.addMerchant(), { roles: ['recon-user'] })
    expect((await reports.create({ kind: 'unreconciled', recipients: [subUserId] })).status).toBe(404)
  })
})

describe('a scheduled report', () => {
  const schedule = { every: 'day', hour: 6, period: 'last_month' }
  it('is made at its hour in its own zone, of the days of that zone, and stands in the list', async () => {
    const { report_id, scheduled } = await reports.created({
      kind: 'unreconciled', name: 'Every morning in Tokyo', time_zone: 'Asia/Tokyo', schedule: { ...schedule, time_zone: 'Asia/Tokyo' },
    }) // prettier-ignore
    expect(scheduled).toBe(true)
    const [kept] = (await reports.list()).scheduled
    expect(kept).toMatchObject({ report_id, kind: 'unreconciled', time_zone: 'Asia/Tokyo', hour: 6, status: 'active' })
    // 06:00 in Tokyo is 21:00 of the day before in UTC.
    expect(kept?.next_at).toMatch(/ 21:00:00$/)
    reports.testApp.clock.now = new Date(`${kept?.next_at?.replace(' ', 'T')}Z`)
    await reports.run()
    const made = (await reports.list({ filters: { kind: ['unreconciled'] } })).content.filter(
      (one) => one.schedule !== '',
    )
    expect(made).toMatchObject([{ schedule: 'Every morning in Tokyo', status: 'ready' }])
    // Midnight in Tokyo.
    expect(made[0]?.from).toMatch(/ 15:00:00$/)
  })

  it('needs a name that no other has', async () => {
    expect((await reports.create({ kind: 'reconciled', schedule })).status).toBe(400)
    expect((await reports.create({ kind: 'reconciled', name: 'Every morning in Tokyo', schedule })).status).toBe(409)
  })
})
