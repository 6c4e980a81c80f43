import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTimed, type Timed } from './time-fixtures.ts'

let app: Timed
beforeAll(async () => {
  app = await openTimed()
})
beforeEach(() => app.clear())
afterAll(() => app.close())

describe('the run of a working day', () => {
  it.each([
    ['skip 02:00', 'America/New_York', '2027-03-13T20:00:00Z', '2027-03-14 06:00:00'],
    ['show 02:00 twice', 'Europe/Berlin', '2027-10-30T20:00:00Z', '2027-10-30 23:00:00'],
  ])('is kept in a zone whose clocks %s', async (_name, zone, asked, begins) => {
    await app.sql(`update merchants set time_zone = $2 where merchant_id = $1`, zone)
    await app.ask('POST', '/api/recon/calendar', { version: 0, weekend: [], country: '', holidays: [] })
    await app.first(asked)
    expect(await app.pairs()).toMatchObject([{ next_run_at: begins }])
  })
})
