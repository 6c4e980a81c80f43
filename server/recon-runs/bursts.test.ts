import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runJobs } from '#test/run-jobs.ts'
import { openTimed, type Timed } from './time-fixtures.ts'

let app: Timed
beforeAll(async () => {
  app = await openTimed()
})
afterAll(() => app.close())
const changed = (reconId: string) =>
  app.sql(
    `insert into pgboss.job (name, data) select 'check-fees', jsonb_build_object('merchantId', $1::text, 'environment', 'sandbox', 'reconId', $2::text)`,
    reconId,
  )
const checkFees = () => runJobs(app.recon.testApp, { names: ['check-fees'] })
beforeEach(() => app.clear())

describe('a burst of files', () => {
  it('makes one run, a minute after the last of them', async () => {
    const files = []
    for (const name of ['one', 'two', 'three']) files.push(await app.load([{ ref: name }], `${name}.csv`))
    for (const [minute, file] of files.entries()) {
      app.at(`2027-02-02T10:00:${minute}0Z`)
      await changed(file.recon_id)
      await checkFees()
    }
    await app.begin(new Date('2027-02-02T10:01:10Z'))
    expect(await app.told()).toEqual([])
    await app.begin(new Date('2027-02-02T10:01:20Z'))
    expect(await app.told()).toEqual(['2027-02-02 10:01 file file file'])
    expect(await app.pairs()).toMatchObject([{ wanted_at: null, next_run_at: '2027-02-02 17:00:00' }])
  })

  it('that never ends is worked out every ten minutes', async () => {
    const { recon_id } = await app.load([{ ref: 'endless' }], 'endless.csv')
    for (let second = 0; second <= 660; second += 50) {
      app.at(new Date(Date.parse('2027-02-02T10:00:00Z') + second * 1_000).toISOString())
      await changed(recon_id)
      await checkFees()
      await app.begin(app.recon.testApp.clock.now as Date)
    }
    expect(await app.told()).toEqual(['2027-02-02 10:10 file'])
  })
})
