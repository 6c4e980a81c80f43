import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openIntake, type Intake } from './fixtures.ts'

let intake: Intake
beforeAll(async () => {
  intake = await openIntake()
  await intake.connect()
})
beforeEach(async () => {
  // A Monday, 17:00 in Singapore.
  intake.testApp.clock.now = new Date('2026-03-02T09:00:00Z')
  await intake.sql(`delete from recon_schedules where merchant_id = $1`)
  await intake.sql(`delete from recon_arrivals where merchant_id = $1`)
  await intake.sql(`delete from notices where merchant_id = $1`)
  await intake.sql(`delete from pgboss.job where data->>'merchantId' = $1`)
  intake.server.files.clear()
})
afterAll(() => intake.close())

const save = (body: object) =>
  intake.call('POST', '/schedule', {
    source: 'SIMULATOR_SETTLEMENT',
    rhythm: 'times',
    weekdays: [1, 2, 3, 4, 5],
    times: ['18:00'],
    time_zone: 'Asia/Singapore',
    ...body,
  })
const schedule = async () =>
  ((await intake.shown()) as unknown as { schedules: Record<string, unknown>[] }).schedules[0]
const logins = () => intake.server.seen.logins
const hour = 3_600_000

describe('a schedule', () => {
  it('looks at its times, and says the next five', async () => {
    const saved = await save({})
    expect(saved.body['data']).toMatchObject({
      next_looks: [
        '2026-03-02 10:00:00',
        '2026-03-03 10:00:00',
        '2026-03-04 10:00:00',
        '2026-03-05 10:00:00',
        '2026-03-06 10:00:00',
      ],
    })
    intake.server.put('/out/a.csv', 'a')
    intake.later(hour)
    await intake.sweep()
    await intake.work(70)
    expect(await intake.arrivals()).toMatchObject([{ name: 'a.csv', state: 'taken' }])
    expect(await schedule()).toMatchObject({ last_fault: '', last_file_at: '2026-03-02 10:01:01' })
  })

  it('catches up once after a time without a worker', async () => {
    await save({ rhythm: 'interval', every_minutes: 15 })
    const before = logins()
    intake.later(5 * 24 * hour)
    await intake.sweep()
    await intake.work()
    expect(logins()).toBe(before + 1)
    expect(await schedule()).toMatchObject({ last_look_at: '2026-03-07 09:00:00' })
  })

  it.each([
    ['every_minutes', { rhythm: 'interval', every_minutes: 14 }],
    ['times', { times: [] }],
    ['weekdays', { weekdays: [] }],
    ['time_zone', { time_zone: 'Mars/Olympus' }],
    ['times.0', { times: ['24:00'] }],
    ['source', { source: 'lower case' }],
  ])('with a wrong %s is refused by that field', async (path, body) => {
    const refused = await save(body)
    expect(refused.status).toBe(400)
    expect(refused.body['errors']).toMatchObject([{ path }])
  })

  it('of another channel keeps its source, which this one cannot take', async () => {
    await save({ times: ['18:00'] })
    await intake.sql(
      `insert into recon_intakes select (jsonb_populate_record(i, '{"channel_key": "ANOTHER"}')).* from recon_intakes i
       where merchant_id = $1 on conflict do nothing`,
    )
    await intake.sql(`update recon_schedules set channel_key = 'ANOTHER' where merchant_id = $1`)
    const refused = await save({ times: ['19:00'] })
    expect(refused.status).toBe(400)
    expect(refused.body['errors']).toMatchObject([{ path: 'source', reason: 'not_a_choice' }])
    expect(await intake.sql('select channel_key, times from recon_schedules where merchant_id = $1')).toEqual([
      { channel_key: 'ANOTHER', times: ['18:00'] },
    ])
  })

  it.each([
    ['another channel', { channel_key: 'ANOTHER', category: 'PSP' }],
    ['our own transactions', { channel_key: 'SIMULATOR', category: 'PAYMENT_GATEWAY' }],
  ])('is not made for a source of %s', async (_what, { channel_key, category }) => {
    await intake.sql(
      `insert into recon_sources (merchant_id, environment, data_source, category, channel_key, created_at, created_by)
       values ($1, 'sandbox', 'OTHERS', $3, $2, now(), '') on conflict (merchant_id, environment, data_source)
       do update set channel_key = $2, category = $3`,
      channel_key,
      category,
    )
    const refused = await save({ source: 'OTHERS' })
    expect(refused.status).toBe(400)
    expect(refused.body['errors']).toMatchObject([{ path: 'source', reason: 'not_a_choice' }])
  })
})

describe('a file that is expected', () => {
  it('and does not come is told of once for each working day', async () => {
    await save({ rhythm: 'none', expected_by: '20:00' })
    expect(await schedule()).toMatchObject({ next_looks: [], next_expected_at: '2026-03-02 12:00:00' })
    intake.later(4 * hour)
    await intake.sweep()
    await intake.sweep()
    await intake.work()
    expect(await intake.notices()).toEqual(['recon_file_missing'])
    // Friday evening, and then Saturday and Sunday.
    intake.testApp.clock.now = new Date('2026-03-06T13:00:00Z')
    await intake.sweep()
    await intake.work()
    expect(await schedule()).toMatchObject({ next_expected_at: '2026-03-09 12:00:00' })
  })

  it('and comes is not told of', async () => {
    await save({ expected_by: '20:00' })
    intake.server.put('/out/a.csv', 'a')
    intake.later(hour)
    await intake.sweep()
    await intake.work(70)
    intake.later(3 * hour)
    await intake.sweep()
    await intake.work()
    expect(await intake.notices()).toEqual([])
  })
})
