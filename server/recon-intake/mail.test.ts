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

describe('a mail with files', () => {
  it('of the channel’s sender is taken, without what is no file', async () => {
    const signature = { filename: 'logo.png', content: 'x', contentType: 'image/png' }
    expect(await intake.send({ attachments: [csv, signature] })).toBeNull()
    await intake.work()
    expect(await intake.arrivals()).toMatchObject([{ name: 'settlement.csv', state: 'taken' }])
    expect(await intake.sql('select 1 from recon_intake_parts where merchant_id = $1')).toEqual([])
  })

  it('of somebody else waits for a decision, and is taken when it is accepted', async () => {
    expect(await intake.send({ from: 'someone@else.example', attachments: [csv] })).toBeNull()
    await intake.work()
    expect(await intake.arrivals()).toMatchObject([{ state: 'waiting' }])
    expect(await intake.shown()).toMatchObject({ waiting_mails: 1 })
    const mailId = await intake.mailIn('waiting')
    await intake.send({ from: 'someone@else.example', attachments: [{ ...csv, filename: 'next.csv' }] })
    await intake.work()
    expect(await intake.arrivals()).toMatchObject([{ name: 'next.csv' }, { name: 'settlement.csv' }])
    expect(await intake.notices()).toEqual(['recon_unknown_sender'])
    expect((await intake.decide(mailId, 'accept')).status).toBe(200)
    await intake.work()
    expect(await intake.arrivals()).toMatchObject([{ state: 'waiting' }, { name: 'settlement.csv', state: 'taken' }])
    expect((await intake.decide(mailId, 'refuse')).status).toBe(409)
  })

  it('whose name climbs is named by its last part', async () => {
    await intake.send({ attachments: [{ ...csv, filename: '../../etc/passwd.csv' }] })
    await intake.work()
    expect(await intake.arrivals()).toMatchObject([{ name: 'passwd.csv', state: 'taken' }])
  })

  it('is acknowledged only when it is kept, and nothing is answered', async () => {
    expect(await intake.send({ attachments: [csv] })).toBeNull()
    expect(
      await intake.sql(`select state from recon_mails where merchant_id = $1 and state = 'received'`),
    ).toHaveLength(1)
    await intake.work()
    expect(await intake.sql(`select 1 from messages where merchant_id = $1 and created_at > now() - interval '1 hour'`)).toEqual([]) // prettier-ignore
  })
})
