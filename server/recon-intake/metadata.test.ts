import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openIntake, type Intake } from './fixtures.ts'

let intake: Intake
beforeAll(async () => {
  intake = await openIntake()
  await intake.connect()
})
afterAll(() => intake.close())

const save = (data: object) => intake.metadata('UPDATE_SFTP_DETAILS', data)
const errorsOf = async (data: object) => (await save(data)).body['errors']

describe('the SFTP details of a channel', () => {
  it('are answered without the password, which stays when it is not sent', async () => {
    const saved = await save({ file_prefix: 'settle_*.csv' })
    expect(saved.text).not.toContain('right-password')
    expect(saved.body['data']).toMatchObject({
      sftp_link: `sftp://127.0.0.1:${intake.server.port}/out`,
      sftp_password: '**********',
      is_sftp_configured: true,
      is_psp_email_configured: false,
    })
    expect(await intake.shown()).toMatchObject({ sftp: { state: 'new', file_prefix: 'settle_*.csv' } })
  })

  it('of another server or user need the password again, so that nobody has it sent elsewhere', async () => {
    const required = [{ path: 'config_data.sftp_password', reason: 'required' }]
    expect(await errorsOf({ sftp_link: 'sftp://sftp.provider.example/out' })).toMatchObject(required)
    expect(await errorsOf({ sftp_username: 'somebody' })).toMatchObject(required)
  })

  it('of another server need its host key pinned anew', async () => {
    await save({ sftp_link: `sftp://localhost:${intake.server.port}/out`, sftp_password: 'right-password' })
    expect(await intake.shown()).toMatchObject({ sftp: { state: 'unpinned', host_key: null } })
    await intake.connect()
  })

  it.each([
    ['sftp://10.0.0.1/out', 'refused_address'],
    ['sftp://169.254.169.254/', 'refused_address'],
    ['sftp://[fd00::1]/out', 'refused_address'],
    ['sftp://metadata.google.internal/', 'refused_address'],
    ['sftp://user:password@sftp.provider.example/', 'not_a_url'],
    ['https://sftp.provider.example/', 'not_a_url'],
    ['sftp://sftp.provider.example/../etc', 'not_a_url'],
    ['sftp://sftp.provider.example:25/out', 'not_a_port'],
  ])('at %s are refused: %s', async (sftp_link, reason) => {
    expect(await errorsOf({ sftp_link, sftp_password: 'x' })).toMatchObject([{ path: 'config_data.sftp_link', reason }])
  })

  it('in live mode are never those of this machine', async () => {
    const live = await intake.testApp.signIn(intake.merchant, { environment: 'live' })
    await intake.sql(`insert into payment_channels (merchant_id, environment, channel_key, provider, name, creds_sealed, created_at)
      values ($1, 'live', 'SIMULATOR', 'simulator', 'Live', '', now()) on conflict do nothing`)
    const path = `/merchants/${intake.merchant.key}/paychannel/SIMULATOR/fee-config-metadata`
    const config_data = {
      sftp_link: `sftp://127.0.0.1:${intake.server.port}/out`,
      sftp_username: 'x',
      sftp_password: 'x',
    }
    const body = { environment: 'live', update_action: 'UPDATE_SFTP_DETAILS', config_data }
    expect((await intake.testApp.call(live, 'POST', path, body)).body['errors']).toMatchObject([
      { reason: 'refused_address' },
    ])
  })

  it('and the sender of mails are changed apart', async () => {
    const both = { merchant_psp_email: 'a@b.example', sftp_username: 'x' }
    expect((await intake.metadata('UPDATE_MERCHANT_PSP_EMAIL', both)).status).toBe(400)
    const saved = await intake.metadata('UPDATE_MERCHANT_PSP_EMAIL', { merchant_psp_email: 'Reports@Provider.example' })
    expect(saved.body['data']).toMatchObject({
      merchant_psp_email: 'reports@provider.example',
      is_psp_email_configured: true,
      recon_email: expect.stringMatching(/^recon-[a-z2-7]{26}@in\.pay\.example$/),
    })
  })
})
