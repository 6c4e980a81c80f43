import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runJobs } from '#test/run-jobs.ts'
import { openRunning, type Running } from './fixtures.ts'

let app: Running
beforeAll(async () => {
  app = await openRunning()
})
afterAll(() => app.close())
const at = (moment: string) => (app.recon.testApp.clock.now = new Date(moment))
const changed = (reconId: string) =>
  app.sql(
    `insert into pgboss.job (name, data) select 'check-fees', jsonb_build_object('merchantId', $1::text, 'environment', 'sandbox', 'reconId', $2::text)`,
    reconId,
  )
const checkFees = () => runJobs(app.recon.testApp, { names: ['check-fees'] })
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

describe('a burst of files', () => {
  it('makes one run, a minute after the last of them', async () => {
    const files = []
    for (const name of ['one', 'two', 'three']) files.push(await app.load([{ ref: name }], `${name}.csv`))
    for (const [minute, file] of files.entries()) {
      at(`2027-02-02T10:00:${minute}0Z`)
      await changed(file.recon_id)
      await checkFees()
    }
    await app.begin(new Date('2027-02-02T10:01:10Z'))
    expect(await told()).toEqual([])
    await app.begin(new Date('2027-02-02T10:01:20Z'))
    expect(await told()).toEqual(['2027-02-02 10:01 file file file'])
    expect(await app.pairs()).toMatchObject([{ wanted_at: null, next_run_at: '2027-02-02 17:00:00' }])
  })

  it('that never ends is worked out every ten minutes', async () => {
    const { recon_id } = await app.load([{ ref: 'endless' }], 'endless.csv')
    for (let second = 0; second <= 660; second += 50) {
      at(new Date(Date.parse('2027-02-02T10:00:00Z') + second * 1_000).toISOString())
      await changed(recon_id)
      await checkFees()
      await app.begin(app.recon.testApp.clock.now as Date)
    }
    expect(await told()).toEqual(['2027-02-02 10:10 file'])
  })
})
