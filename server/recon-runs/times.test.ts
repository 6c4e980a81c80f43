import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openRunning, type Running } from './fixtures.ts'

let app: Running
beforeAll(async () => {
  app = await openRunning()
})
afterAll(() => app.close())
const at = (moment: string) => (app.recon.testApp.clock.now = new Date(moment))
/** What has been asked for, with why, and when it began. */
const told = async () =>
  (await app.runs()).map(
    ({ causes, asked_at, as_of }) => `${as_of} ${asked_at.slice(11, 16)} ${causes.map(({ kind }) => kind).join(' ')}`,
  )

beforeEach(async () => {
  await app.sql(`delete from pgboss.job where data->>'merchantId' = $1`)
  await app.sql(`delete from recon_outcomes where merchant_id = $1`)
  await app.sql(`delete from recon_runs where merchant_id = $1`)
  await app.sql(
    `update recon_pairs set last_run = 0, answer_run = 0, next_run_at = null, next_due_at = null, wanted_at = null, wanted_since = null, wanted_causes = '[]' where merchant_id = $1`,
  )
  await app.sql(`delete from notices where merchant_id = $1`)
  await app.sql(`delete from recon_calendars where merchant_id = $1`)
  await app.sql(`update merchants set time_zone = 'Asia/Singapore' where merchant_id = $1`)
})

describe('the run of a working day', () => {
  const first = async (moment: string) => {
    at(moment)
    await app.run()
  }
  it('begins at 01:00 of the merchant, not on days of rest, and holidays put it off', async () => {
    // A Thursday; the merchant rests on Fridays and Saturdays, and on the Sunday.
    await first('2027-02-04T08:00:00Z')
    const calendar = { version: 0, weekend: [5, 6], country: '', holidays: [{ day: '2027-02-07', name: 'Day off' }] }
    expect((await app.ask('POST', '/api/recon/calendar', calendar)).status).toBe(200)
    await app.work({ dated: true, until: new Date('2027-02-09T00:00:00Z') })
    expect(await told()).toEqual([
      '2027-02-09 17:00 schedule',
      '2027-02-08 17:00 schedule',
      '2027-02-04 08:01 calendar',
      '2027-02-04 08:00 hand',
    ])
  })

  it('begins once after three days without a worker, and raises one alarm for the last of them', async () => {
    await first('2027-02-01T08:00:00Z')
    // Nobody works on Tuesday, Wednesday and Thursday; it is Friday, 12:00 in Singapore.
    at('2027-02-05T04:00:00Z')
    await app.begin(new Date('2027-02-05T04:00:00Z'))
    expect(await told()).toEqual(['2027-02-05 04:00 schedule', '2027-02-01 08:00 hand'])
    const alarms = await app.sql<{ facts: { day: string } }>(
      `select facts from notices where merchant_id = $1 and kind = 'recon_results_late'`,
    )
    expect(alarms.map(({ facts }) => facts.day)).toEqual(['2027-02-05'])
  })

  it('raises no alarm where its results are there', async () => {
    await first('2027-02-01T08:00:00Z')
    at('2027-02-01T17:00:00Z')
    await app.begin(new Date('2027-02-01T17:00:00Z'))
    await app.workOut()
    await app.begin(new Date('2027-02-01T18:00:00Z'))
    expect(await app.notices()).not.toContain('recon_results_late')
  })

  it.each([
    ['skip 02:00', 'America/New_York', '2027-03-13T20:00:00Z', '2027-03-14 06:00:00'],
    ['show 02:00 twice', 'Europe/Berlin', '2027-10-30T20:00:00Z', '2027-10-30 23:00:00'],
  ])('is kept in a zone whose clocks %s', async (_name, zone, asked, begins) => {
    await app.sql(`update merchants set time_zone = $2 where merchant_id = $1`, zone)
    await app.ask('POST', '/api/recon/calendar', { version: 0, weekend: [], country: '', holidays: [] })
    await first(asked)
    expect(await app.pairs()).toMatchObject([{ next_run_at: begins }])
  })
})
