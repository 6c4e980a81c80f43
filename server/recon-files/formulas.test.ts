import { afterAll, beforeAll, expect, it } from 'vitest'
import { reconLeftOutList, reconRecordList } from '#contract/recon-rows.ts'
import { formulas, formulasIn } from '#test/attacks.ts'
import { exported } from '#test/exported.ts'
import { openReconciling, type Reconciling } from './fixtures.ts'

/** What would run in a spreadsheet, in every place of a provider's file: it leaves as text. */
let recon: Reconciling
beforeAll(async () => {
  recon = await openReconciling()
})
afterAll(() => recon.close())

const payloads = [...new Set(formulas())]
const [title = ''] = payloads
const csvOf = (rows: readonly string[][]) =>
  Buffer.from(rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n'))

it('runs in no export of a file’s rows, from references, words, titles and raw cells', async () => {
  await recon.saveMapping({
    input_header: {
      date: 'Date', amount: 'Gross', txn_type: title, txn_ref: 'Reference', merchant_ref: 'Ours', other_ref: 'Other', parent_ref: 'Parent',
      batch: 'Batch', method: 'Method', account_id: 'Account', country: 'Country', brand_id: 'Brand', marketplace_id: 'Market', sku_id: 'Item',
      time_zone: 'Zone',
    },
    reading: {
      strict: false,
      types: { payment: 'payment' },
      skip: payloads.map((rule) => ({ rule: rule.slice(0, 60), when: [{ column: 'Reference', is: [`ignore ${rule}`] }] })),
    },
  }) // prettier-ignore
  const texts = ['Reference', 'Ours', 'Other', 'Parent', 'Batch', 'Method', 'Account', 'Country', 'Brand', 'Market', 'Item'] // prettier-ignore
  const line = (type: string, gross: string, given: (name: string) => string) => [
    ...texts.map(given), type, gross, '2026-10-01 10:00:00', 'UTC',
  ] // prettier-ignore
  const rows = payloads.flatMap((one) => [
    line('payment', '1.00', () => one),
    line(one, '1.00', () => one),
    line('payment', one, () => one),
    line('payment', '1.00', (name) => (name === 'Reference' ? `ignore ${one}` : one)),
  ])
  const file = await recon.loadHere(csvOf([[...texts, title, 'Gross', 'Date', 'Zone'], ...rows]))
  const count = payloads.length
  expect(file).toMatchObject({ status: 'Success', rows: count * 4, rejected: count * 2, ignored: count })
  for (const [path, columns, most] of [
    ['records', reconRecordList.columns, count],
    ['left-out', reconLeftOutList.columns, count * 3],
  ] as const) {
    const asked = { filters: { recon_id: file.recon_id }, columns: Object.keys(columns).map((key) => ({ key })) }
    const { workbook, csv } = await exported(recon.testApp, recon.session, `/api/recon/${path}/export`, asked)
    expect(csv.split('\r\n').length).toBeGreaterThan(most)
    expect(csv).toContain(`'${title}`)
    expect(formulasIn(workbook, csv)).toEqual([])
  }
})
