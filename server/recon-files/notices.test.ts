import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openReconciling, settlementOf, type Line, type Reconciling } from './fixtures.ts'

/** What people are told of files that did not go as they should: once, and nothing of the others. */
let recon: Reconciling
beforeAll(async () => {
  recon = await openReconciling()
  await recon.saveMapping({
    input_header: { date: 'Date', amount: 'Gross', txn_type: 'Type', txn_ref: 'Reference', fee: 'Fee', batch: 'Note' },
    reading: { types: { payment: 'payment', payout: 'payout' }, proof: { payout: true } },
  })
})
beforeEach(() => sql('delete from notices where merchant_id = $1'))
afterAll(() => recon.close())

const sql = <R extends object>(text: string) =>
  recon.testApp.owner.transaction(null, (tx) => tx.query<R>(text, [recon.merchant.merchantId]))
const told = async () =>
  (await sql<{ kind: string; facts: object }>('select kind, facts from notices where merchant_id = $1')).map(
    ({ kind, facts }) => ({ kind, ...facts }),
  )
const settled = (note: string, paidOut: string): Line[] => [
  { ref: `${note}-1`, note },
  { ref: `${note}-2`, note },
  { ref: `${note}-out`, type: 'Payout', gross: paidOut, fee: '', note },
]

it('a file that proves itself is told of to nobody', async () => {
  const file = await recon.loadHere(settled('b1', '-19.40'), 'proven.csv')
  expect(file).toMatchObject({ status: 'Success', proof: [{ state: 'proven' }] })
  expect(await told()).toEqual([])
})

it('one that is loaded without being proven is told of once, also when its bytes come again', async () => {
  const file = await recon.loadHere(settled('b2', '-19.39'), 'unproven.csv')
  expect(file).toMatchObject({ status: 'Success', loaded: 3, proof: [{ state: 'unproven' }] })
  const again = await recon.upload(settlementOf(settled('b2', '-19.39')))
  expect(again.body).toMatchObject({ data: { same_as: file.recon_id } })
  await recon.work()
  const source = 'SIMULATOR_SETTLEMENT'
  expect(await told()).toEqual([
    { kind: 'recon_file_unproven', recon_id: file.recon_id, file_name: 'unproven.csv', source },
  ])
})

it('one that is held by a rejected row is told of once as failed, and not as unproven', async () => {
  const file = await recon.load([...settled('b3', '-1'), { ref: 'b3-odd', type: 'Odd' }], 'held.csv')
  expect(file).toMatchObject({ status: 'Validation Failed', rejected: 1 })
  expect((await told()).map(({ kind }) => kind)).toEqual(['recon_file_failed'])
})
