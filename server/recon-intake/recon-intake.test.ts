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
