import { afterAll, beforeAll, expect, it } from 'vitest'
import { openReconciling, type Reconciling } from './fixtures.ts'

let recon: Reconciling
beforeAll(async () => {
  recon = await openReconciling()
  await recon.saveMapping()
})
afterAll(() => recon.close())

const of = async (letter: string) => (await recon.counting()).filter((said) => said.startsWith(letter))
/** A mapping by which the notes are amounts, so that rows without one are rejected. */
const byNotes = (parent: string) =>
  recon.saveMapping({
    parent_rfm_id: parent,
    input_header: { date: 'Date', amount: 'Gross', txn_type: 'Type', txn_ref: 'Reference', fee: 'Note' },
  })
/** The newest version again, for files that come later. */
const byFees = (parent: string) => recon.saveMapping({ parent_rfm_id: parent })

it('takes out nothing of a file whose replacement is refused', async () => {
  const first = await recon.loadHere([{ ref: 'a1' }, { ref: 'a2' }])
  const by = await recon.keep(Buffer.from('A,B\n1,2\n'), 'new.csv')
  expect((await recon.act(first.recon_id, 'replace', { by })).status).toBe(200)
  await recon.work()
  expect(await recon.read(by)).toMatchObject({ status: 'Validation Failed' })
  expect(await recon.read(first.recon_id)).toMatchObject({ status: 'Success', withdrawn_at: null, replaced_by: '' })
  expect(await of('a')).toEqual(['a1 10 1', 'a2 10 1'])
})

it('counts each row once when a file is refused at its second reading, and its good rows are then loaded', async () => {
  const first = await recon.loadHere([
    { ref: 'b1', note: '0.10' },
    { ref: 'b2', note: 'none' },
  ])
  const other = await recon.loadHere([
    { ref: 'b1', note: '0.10' },
    { ref: 'b3', note: '1' },
  ])
  expect(other).toMatchObject({ loaded: 1, repeated: 1 })
  const { rfm_id } = await byNotes(first.mapping_id)
  expect((await recon.act(first.recon_id, 'read-again')).status).toBe(200)
  await recon.work()
  expect(await recon.read(first.recon_id)).toMatchObject({ status: 'Validation Failed', rejected: 1 })
  expect(await of('b')).toEqual(['b1 10 1', 'b3 10 1'])
  expect((await recon.act(first.recon_id, 'load-good-rows')).status).toBe(200)
  await recon.work()
  expect(await of('b')).toEqual(['b1 10 1', 'b3 10 1'])
  await byFees(rfm_id)
})

it('counts nothing of a file that was refused at its second reading and is withdrawn, and what others have of it again', async () => {
  const first = await recon.loadHere([{ ref: 'c1' }, { ref: 'c2' }])
  await recon.loadHere([{ ref: 'c1' }])
  const { rfm_id } = await byNotes(first.mapping_id)
  await recon.act(first.recon_id, 'read-again')
  await recon.work()
  expect((await recon.act(first.recon_id, 'withdraw')).status).toBe(200)
  await recon.work()
  expect(await of('c')).toEqual(['c1 10 1'])
  await byFees(rfm_id)
})
