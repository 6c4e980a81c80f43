import { createHash } from 'node:crypto'
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

describe('a file at an SFTP server', () => {
  it('goes on where it was cut, at every tenth of it, and is whole', async () => {
    const content = Buffer.from(Array.from({ length: 2_200_000 }, (_, at) => (at * 7) % 253))
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
      const [taken] = await intake.arrivals()
      expect(taken).toMatchObject({ state: 'taken' })
      const digest = createHash('sha256').update(content).digest('hex')
      expect(await intake.file(taken?.recon_id ?? '')).toMatchObject({ digest, way: 'sftp', parts: 3 })
      expect(intake.server.seen.bytes - sent).toBe(content.length - (before?.parts ?? 0) * 1_048_576)
    }
    expect(await intake.notices()).toEqual([])
  })
})
