import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTimed, type Timed } from './time-fixtures.ts'

let app: Timed
beforeAll(async () => {
  app = await openTimed()
})
beforeEach(() => app.clear())
afterAll(() => app.close())

describe('the run of a working day', () => {
  it('begins at 01:00 of the merchant, not on days of rest, and holidays put it off', async () => {
    // A Thursday; the merchant rests on Fridays and Saturdays, and on the Sunday.
    await app.first('2027-02-04T08:00:00Z')
    const calendar = { version: 0, weekend: [5, 6], country: '', holidays: [{ day: '2027-02-07', name: 'Day off' }] }
    expect((await app.ask('POST', '/api/recon/calendar', calendar)).status).toBe(200)
    await app.work({ dated: true, until: new Date('2027-02-09T00:00:00Z') })
    expect(await app.told()).toEqual([
      '2027-02-09 17:00 schedule',
      '2027-02-08 17:00 schedule',
      '2027-02-04 08:01 calendar',
      '2027-02-04 08:00 hand',
    ])
  })

  it('begins once after three days without a worker, and raises one alarm for the last of them', async () => {
    await app.first('2027-02-01T08:00:00Z')
    // Nobody works on Tuesday, Wednesday and Thursday; it is Friday, 12:00 in Singapore.
    app.at('2027-02-05T04:00:00Z')
    await app.begin(new Date('2027-02-05T04:00:00Z'))
    expect(await app.told()).toEqual(['2027-02-05 04:00 schedule', '2027-02-01 08:00 hand'])
    const alarms = await app.sql<{ facts: { day: string } }>(
      `select facts from notices where merchant_id = $1 and kind = 'recon_results_late'`,
    )
    expect(alarms.map(({ facts }) => facts.day)).toEqual(['2027-02-05'])
  })

  it('raises no alarm where its results are there', async () => {
    await app.first('2027-02-01T08:00:00Z')
    app.at('2027-02-01T17:00:00Z')
    await app.begin(new Date('2027-02-01T17:00:00Z'))
    await app.workOut()
    await app.begin(new Date('2027-02-01T18:00:00Z'))
    expect(await app.notices()).not.toContain('recon_results_late')
  })
})
