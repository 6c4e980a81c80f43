import { afterAll, beforeAll, expect, it } from 'vitest'
import { openReconciling, type Reconciling } from './fixtures.ts'
import { inline, workbookOf } from './read/fixtures.ts'

let recon: Reconciling
beforeAll(async () => {
  recon = await openReconciling()
  await recon.saveMapping({
    sheet_number: 0,
    refund_sheet_number: 1,
    refund_offset: 1,
    refund_input_header: { date: 'Refunded at', amount: 'Refunded', txn_ref: 'Refund ID' },
  })
})
afterAll(() => recon.close())

const sheetOf = (...rows: string[][]) =>
  rows.map((cells, at) => `<row r="${at + 1}">${cells.map(inline).join('')}</row>`).join('')
const payments = sheetOf(
  ['Date', 'Type', 'Reference', 'Gross', 'Fee'],
  ['2026-10-01 10:00:00', 'Payment', 'p1', '10.00', '0.30'],
  ['2026-10-01 11:00:00', 'Payment', 'p2', '20.00', '0.60'],
)
const refundTitles = ['Customer', 'Refund ID', 'Refunded at', 'Refunded', 'Fee']
const fileWith = (...refunds: string[][]) =>
  workbookOf({ sheets: { Payments: payments, Refunds: sheetOf(['Refunds of the day'], refundTitles, ...refunds) } })

it('reads payments and the refunds of another sheet as the rows of one file, each under a number of its own', async () => {
  const file = await recon.load(
    fileWith(['Ann', 'r1', '2026-10-02 09:00:00', '5.00', '0'], ['Bo', 'r2', '2026-10-02 09:30:00', '-20.00', '0.10']),
    'october.xlsx',
  )
  expect(file).toMatchObject({ status: 'Success', rows: 4, loaded: 4, period_from: '2026-10-01', period_to: '2026-10-02' })
  const records = await recon.records(file.recon_id)
  const said = records.map(({ row_no, record_type, provider_ref, gross, fee }) => [row_no, record_type, provider_ref, gross, fee])
  expect(said.toSorted((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
    [2, 'payment', 'p1', '10', '0.3'],
    [3, 'payment', 'p2', '20', '0.6'],
    [10_000_003, 'refund', 'r1', '-5', '0'],
    [10_000_004, 'refund', 'r2', '-20', '0.1'],
  ])
  expect(file.titles).toEqual(['Date', 'Type', 'Reference', 'Gross', 'Fee', ...refundTitles])
}) // prettier-ignore

it('rejects a refund in words, with its cells below its own titles, and shows a reader without details only mapped ones', async () => {
  const file = await recon.load(fileWith(['Ann', 'r3', '2026-10-02 09:00:00', 'much', '0']), 'november.xlsx')
  expect(file).toMatchObject({ status: 'Validation Failed', held: 2, rejected: 1 })
  const [row] = await recon.leftOut(file.recon_id)
  expect(row).toMatchObject({ row_no: 10_000_003, column: 'Refunded', value: 'much' })
  const cells = ['', '', '', '', '', 'Ann', 'r3', '2026-10-02 09:00:00', 'much', '0']
  expect(row?.cells).toEqual(cells)
  const reader = await recon.testApp.signIn(recon.merchant, { roles: ['recon-user'] })
  const asked = { filters: { recon_id: file.recon_id }, pagesize: 10 }
  const shown = await recon.ask('POST', '/api/recon/left-out', asked, reader)
  expect(shown.text).toContain('r3')
  expect(shown.text).not.toContain('Ann')
})

it('without the sheet of refunds, or with other titles there, is refused', async () => {
  const none = await recon.upload(workbookOf({ sheets: { Payments: payments } }), { name: 'a.xlsx' })
  expect(none.text).toContain('sheet_missing')
  const other = workbookOf({ sheets: { Payments: payments, Refunds: sheetOf(['x'], ['Refund ID', 'Refunded at', 'Sum']) } })
  const file = await recon.load(other, 'b.xlsx').catch(String)
  expect(JSON.stringify(file)).toContain('Refunded')
}) // prettier-ignore
