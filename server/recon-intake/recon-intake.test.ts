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
const parts = async () => (await intake.sql('select 1 from recon_intake_parts where merchant_id = $1')).length

describe('a file at an SFTP server', () => {
  it('is taken once its size and time have stood still over two looks a minute apart, and only once', async () => {
    intake.server.put('/out/settlement.csv', 'a,b\n1,2\n')
    await pull()
    await intake.work(30)
    expect(await intake.arrivals()).toMatchObject([{ name: 'settlement.csv', state: 'watched' }])
    await intake.work(40)
    expect(await intake.arrivals()).toMatchObject([{ name: 'settlement.csv', state: 'taken' }])
    await pull()
    await intake.work(200)
    expect(intake.server.seen.opened).toEqual(['/out/settlement.csv'])
    expect(intake.server.files.has('/out/settlement.csv')).toBe(true)
    expect(await parts()).toBe(0)
  })

  it('that grows while it is looked at is left until it stands still', async () => {
    intake.server.put('/out/growing.csv', 'a')
    await pull()
    await intake.work()
    for (const size of [10, 20, 30]) {
      intake.later(61_000)
      intake.server.put('/out/growing.csv', 'x'.repeat(size))
      await intake.work()
      expect(await intake.arrivals()).toMatchObject([{ state: 'watched' }])
    }
    await intake.work(70)
    expect(await intake.arrivals()).toMatchObject([{ name: 'growing.csv', state: 'taken' }])
  })

  it('is taken at once when its marker lies beside it, and the marker never', async () => {
    await intake.connect({ marker_ending: '.done' })
    intake.server.put('/out/a.csv', 'a')
    intake.server.put('/out/a.csv.done', '')
    intake.server.put('/out/b.csv', 'b')
    await pull()
    await intake.work()
    expect(await intake.arrivals()).toMatchObject([
      { name: 'a.csv', state: 'taken' },
      { name: 'b.csv', state: 'watched' },
    ])
  })

  it('is moved to a folder afterwards where that is asked for', async () => {
    await intake.connect({ move_to: 'archive' })
    intake.server.put('/out/a.csv', 'a')
    await pull()
    await intake.work(70)
    expect([...intake.server.files.keys()]).toEqual(['/out/archive/a.csv'])
  })

  it('with a name that climbs, a link and what the pattern leaves out are never opened', async () => {
    await intake.connect({ file_prefix: 'settle_{yyyy}{MM}{dd}*.csv' })
    intake.server.seen.opened.length = 0
    for (const name of ['settle_20260102.csv', 'other.csv', 'settle_20261302.csv'])
      intake.server.put(`/out/${name}`, 'a')
    intake.server.put('/out/settle_20260102/../../etc/passwd.csv', 'a')
    intake.server.files.set('/out/settle_20260103.csv', { content: Buffer.from('a'), modified: 1, kind: 'link' })
    await pull()
    await intake.work(70)
    expect(intake.server.seen.opened).toEqual(['/out/settle_20260102.csv'])
    expect(await intake.arrivals()).toMatchObject([
      { name: 'settle_20260102.csv', state: 'taken' },
      { name: 'settle_20260102/../../etc/passwd.csv', state: 'refused', reason: 'bad_name' },
    ])
  })

  it('goes on where it was cut, at every tenth of it, and is whole', async () => {
    const content = Buffer.from(Array.from({ length: 3_300_000 }, (_, at) => (at * 7) % 253))
    for (let tenth = 1; tenth < 10; tenth++) {
      await intake.sql(`delete from recon_arrivals where merchant_id = $1`)
      intake.server.files.clear()
      intake.server.put(`/out/cut-${tenth}.csv`, content, tenth)
      intake.server.faults.cutAfterBytes = Math.floor((content.length * tenth) / 10)
      await pull()
      await intake.work(62)
      const [before] = await intake.arrivals()
      expect(before).toMatchObject({ parts: Math.floor((intake.server.faults.cutAfterBytes ?? 0) / 1_048_576) })
      const sent = intake.server.seen.bytes
      intake.server.faults = {}
      await intake.work(90)
      expect(await intake.arrivals()).toMatchObject([{ state: 'taken' }])
      expect(intake.server.seen.bytes - sent).toBe(content.length - (before?.parts ?? 0) * 1_048_576)
    }
    expect(await intake.notices()).toEqual([])
  })

  it('that changes while it is fetched is not taken as it was', async () => {
    intake.server.put('/out/a.csv', Buffer.alloc(2_500_000, 1), 1)
    intake.server.faults.cutAfterBytes = 1_500_000
    await pull()
    await intake.work(62)
    intake.server.faults = {}
    intake.server.put('/out/a.csv', Buffer.alloc(2_600_000, 2), 2)
    await intake.work(30)
    expect(await intake.arrivals()).toMatchObject([{ state: 'watched', parts: 0 }])
    expect(await parts()).toBe(0)
    await intake.work(70)
    expect(await intake.arrivals()).toMatchObject([{ state: 'taken' }])
  })
})

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
    await intake.connect({ sftp_auth: 'key', sftp_password: undefined })
    expect((await intake.call('POST', '/test', {})).body['data']).toMatchObject({ fault: '' })
    const sealed = await intake.sql<{ is: boolean }>(`select sftp_password_sealed is null as is from recon_intakes where merchant_id = $1`) // prettier-ignore
    expect(sealed).toEqual([{ is: true }])
  })
})
