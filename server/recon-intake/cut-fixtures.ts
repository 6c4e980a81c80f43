import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { Intake } from './fixtures.ts'

const content = Buffer.from(Array.from({ length: 2_200_000 }, (_, at) => (at * 7) % 253))
const digest = createHash('sha256').update(content).digest('hex')
const part = 1_048_576

/** Has a file fetched over a connection that is cut after some tenths of it, and expects the next pull to go on there. */
export async function pullCutAfter(intake: Intake, tenths: number): Promise<void> {
  await intake.sql(`delete from recon_arrivals where merchant_id = $1`)
  intake.server.files.clear()
  intake.server.put(`/out/cut-${tenths}.csv`, content, tenths)
  const cutAfterBytes = Math.floor((content.length * tenths) / 10)
  intake.server.faults.cutAfterBytes = cutAfterBytes
  await intake.call('POST', '/pull')
  await intake.work(62)
  const [before] = await intake.arrivals()
  expect(before).toMatchObject({ parts: Math.floor(cutAfterBytes / part) })
  const sent = intake.server.seen.bytes
  intake.server.faults = {}
  await intake.work(90)
  const [taken] = await intake.arrivals()
  expect(taken).toMatchObject({ state: 'taken' })
  expect(await intake.file(taken?.recon_id ?? '')).toMatchObject({ digest, way: 'sftp', parts: 3 })
  expect(intake.server.seen.bytes - sent).toBe(content.length - (before?.parts ?? 0) * part)
  expect(await intake.notices()).toEqual([])
}
