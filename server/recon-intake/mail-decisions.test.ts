import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { csv, openMailIntake, type MailIntake } from './mail-fixtures.ts'

let intake: MailIntake
beforeAll(async () => {
  intake = await openMailIntake()
})
beforeEach(async () => {
  intake.later(61_000)
  await intake.sql(`delete from recon_arrivals where merchant_id = $1`)
  await intake.sql(`delete from notices where merchant_id = $1`)
  await intake.sql(`delete from pgboss.job where data->>'merchantId' = $1`)
})
afterAll(() => intake.close())

describe('a mail of somebody else', () => {
  it('that is refused stays refused, and its bytes are let go', async () => {
    await intake.send({ from: '"reports@provider.example" <x@else.example>', attachments: [csv] })
    await intake.work()
    await intake.decide(await intake.mailIn('waiting'), 'refuse')
    expect(await intake.arrivals()).toMatchObject([{ state: 'refused', reason: 'refused_by_person' }])
    expect(await intake.sql('select 1 from recon_intake_parts where merchant_id = $1')).toEqual([])
  })

  it('that nobody decides on is let go after thirty days', async () => {
    await intake.send({ from: 'someone@else.example', attachments: [csv] })
    await intake.work()
    intake.later(31 * 86_400_000)
    await intake.sweep()
    await intake.work()
    expect(await intake.arrivals()).toMatchObject([{ state: 'refused', reason: 'lapsed' }])
  })
})
