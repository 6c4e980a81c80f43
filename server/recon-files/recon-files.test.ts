import { afterAll, beforeAll, expect, it } from 'vitest'
import { openReconciling, type Reconciling } from './fixtures.ts'

let recon: Reconciling
beforeAll(async () => {
  recon = await openReconciling()
  await recon.saveMapping()
})
afterAll(() => recon.close())

it('loads each readable line once, with exact amounts, and says which rule or reason left others out', async () => {
  const file = await recon.load([{ ref: 'a1' }, { ref: 'a2', type: 'Refund', gross: '-3.105' }])
  expect(file).toMatchObject({ status: 'Success', rows: 2, loaded: 2, rejected: 0, period_from: '2026-10-01' })
  const records = await recon.records(file.recon_id)
  expect(records.map(({ provider_ref, gross, fee, record_type }) => [provider_ref, gross, fee, record_type])).toEqual([
    ['a1', '10', '0.3', 'payment'],
    ['a2', '-3.105', '0.3', 'refund'],
  ])
})

it('loads nothing while one row is rejected, and the good rows by an act', async () => {
  const reconId = await recon.keep([{ ref: 'b1' }, { ref: 'b2', gross: 'ten' }, { ref: 'b3', type: 'Surprise' }])
  expect((await recon.begin(reconId)).status).toBe(200)
  await recon.work()
  const file = await recon.read(reconId)
  expect(file).toMatchObject({ status: 'Validation Failed', rows: 3, loaded: 0, held: 1, rejected: 2 })
  expect(await recon.leftOut(file.recon_id)).toMatchObject([
    { row_no: 3, bucket: 'rejected', column: 'Gross', value: 'ten' },
    { row_no: 4, bucket: 'rejected', column: 'Type', value: 'Surprise' },
  ])
  expect((await recon.counting()).filter((said) => said.startsWith('b'))).toEqual([])
  expect((await recon.act(file.recon_id, 'load-good-rows')).status).toBe(200)
  await recon.work()
  expect(await recon.read(file.recon_id)).toMatchObject({ status: 'Success', loaded: 1, held: 0, rejected: 2 })
  expect((await recon.counting()).filter((said) => said.startsWith('b'))).toEqual(['b1 10 1'])
})

it('takes the same bytes without a change, and names the first file', async () => {
  const first = await recon.loadHere([{ ref: 'c1' }])
  const again = await recon.load([{ ref: 'c1' }])
  expect(again).toMatchObject({ status: 'Success', same_as: first.recon_id, rows: 0 })
})

it('refuses a file with other titles at once, with those that are missing and the nearest', async () => {
  const answer = await recon.upload(Buffer.from('Date,Type,Refrence,Gross,Fee\n2026-10-01 10:00:00,Payment,x,1,0'))
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({
    status_code: '4001',
    Message: 'Wrong file uploaded. The data points (headers) in the uploaded file are not as required',
  })
  expect(answer.text).toContain('Refrence')
})
