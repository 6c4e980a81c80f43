import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openIntake, type Intake } from './fixtures.ts'

let intake: Intake
beforeAll(async () => {
  intake = await openIntake()
})
beforeEach(async () => {
  intake.server.files.clear()
  intake.server.faults = {}
  intake.server.password = 'right-password'
  await intake.sql(`delete from recon_arrivals where merchant_id = $1`)
  await intake.sql(`delete from notices where merchant_id = $1`)
  await intake.connect({ marker_ending: '', move_to: '', file_prefix: '' })
})
afterAll(() => intake.close())

const pull = () => intake.call('POST', '/pull')
describe('an SFTP server', () => {
  it('with another host key, also on the open connection, stops pulls and alarms until a person pins it', async () => {
    intake.server.put('/out/a.csv', Buffer.alloc(2_500_000, 1))
    intake.server.faults.rekeyAtByte = 1_500_000
    await pull()
    await intake.work(70)
    expect(await intake.shown()).toMatchObject({
      sftp: { state: 'host_key_changed', other_host_key: { fingerprint: intake.server.fingerprint() } },
    })
    expect(await intake.notices()).toEqual(['recon_host_key_changed'])
    const logins = intake.server.seen.logins
    expect((await pull()).status).toBe(409)
    await intake.work(200)
    expect(intake.server.seen.logins).toBe(logins)
    await intake.call('POST', '/host-key', { fingerprint: intake.server.fingerprint() })
    await pull()
    await intake.work(130)
    expect(await intake.arrivals()).toMatchObject([{ state: 'taken' }])
    expect(await intake.shown()).toMatchObject({ sftp: { state: 'working', other_host_key: null } })
  })

  it('that refuses the password is failing, and people are told once', async () => {
    intake.server.password = 'another-password'
    for (const _ of [1, 2]) {
      await pull()
      await intake.work(70)
    }
    expect(await intake.shown()).toMatchObject({ sftp: { state: 'failing', fault: 'login_refused' } })
    expect(await intake.notices()).toEqual(['recon_sftp_failing'])
  })

  it('is tested: what would be taken, and before its key is pinned only the key', async () => {
    intake.server.put('/out/a.csv', 'abc')
    const tested = await intake.call('POST', '/test', {})
    expect(tested.body['data']).toMatchObject({
      fault: '',
      is_pinned: true,
      matching: 1,
      files: [{ name: 'a.csv', size_bytes: 3, is_new: true }],
    })
    await intake.metadata('UPDATE_SFTP_DETAILS', { sftp_link: '' })
    await intake.metadata('UPDATE_SFTP_DETAILS', {
      sftp_link: `127.0.0.1:${intake.server.port}`, sftp_username: 'recon', sftp_password: 'right-password',
    }) // prettier-ignore
    intake.server.seen.passwords.length = 0
    const first = await intake.call('POST', '/test', {})
    const key = { type: 'ssh-ed25519', fingerprint: intake.server.fingerprint() }
    expect(first.body['data']).toMatchObject({ fault: 'host_key_unpinned', host_key: key, is_pinned: false, files: [] })
    expect(await intake.shown()).toMatchObject({ sftp: { state: 'unpinned', other_host_key: key } })
    expect(intake.server.seen.passwords).toEqual([])
  })

  it('lets in by our key, whose private half is never shown', async () => {
    const made = await intake.call('POST', '/key-pair', {})
    expect(made.text).not.toContain('PRIVATE')
    const { sftp } = made.body['data'] as unknown as { sftp: { public_key: string } }
    expect(sftp.public_key).toMatch(/^ssh-ed25519 /)
    intake.server.authorized.push(sftp.public_key)
    intake.server.put('/out/a.csv', 'a')
    await intake.connect({ sftp_auth: 'key', sftp_password: undefined })
    expect((await intake.call('POST', '/test', {})).body['data']).toMatchObject({ fault: '' })
    const sealed = await intake.sql<{ is: boolean }>(`select sftp_password_sealed is null as is from recon_intakes where merchant_id = $1`) // prettier-ignore
    expect(sealed).toEqual([{ is: true }])
  })
})
