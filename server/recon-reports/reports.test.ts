import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReconReportKind } from '#contract/recon-report-kinds.ts'
import { unzipped } from '#test/unzip.ts'
import { openReports, rowsOfCsv, type Reports } from './fixtures.ts'

let reports: Reports
let runId: string
const told = [
  { key: 'payment:1', side: 'a', group: 'g1', merchant_ref: 'm1' },
  { key: 'line:1', side: 'b', group: 'g1', merchant_ref: 'm1', fee: '0.5', expected_fee: '0.5' },
  { key: 'payment:2', side: 'a', group: 'g2', merchant_ref: 'm2', status: 'fee_mismatch', mismatches: ['fee'] },
  { key: 'line:2', side: 'b', group: 'g2', merchant_ref: 'm2', status: 'fee_mismatch', mismatches: ['fee'], fee: '0.7', expected_fee: '0.5' },
  { key: 'payment:3', side: 'a', merchant_ref: 'm3', status: 'missing_in_settlement', day: '2026-10-02' },
  { key: 'line:4', side: 'b', merchant_ref: 'm4', status: 'missing_in_transactions', is_lead: true, currency: 'USD' },
] as const // prettier-ignore
beforeAll(async () => {
  reports = await openReports()
  runId = await reports.keep({}, told.map((one) => ({ ...one, mismatches: 'mismatches' in one ? [...one.mismatches] : [] }))) // prettier-ignore
})
afterAll(() => reports.close())

async function report(asked: { kind: ReconReportKind } & Record<string, unknown>): Promise<Record<string, string>[]> {
  const { report_id } = await reports.created({ format: 'csv', language: undefined, ...asked })
  await reports.run()
  const file = await reports.file(report_id)
  if (file.status !== 200) throw new Error(file.text)
  return rowsOfCsv(file.text)
}
const refs = (rows: Record<string, string>[]) =>
  rows.map((row) => `${row['side']} ${row['merchant_order_ref']}`).toSorted()

describe('a report', () => {
  it.each([
    ['reconciled', ['a m1', 'a m2', 'b m1', 'b m2']],
    ['unreconciled', ['a m3', 'b m4']],
    ['mismatch', ['a m2', 'b m2']],
    ['no_mismatch', ['a m1', 'b m1']],
  ] as const)('of the kind %s has exactly the records that are', async (kind, expected) => {
    expect(refs(await report({ kind }))).toEqual(expected)
  })

  it('of fees says of each line what was charged and agreed, in percent of its amount too', async () => {
    const rows = await report({ kind: 'fee_audit' })
    expect(rows.find((row) => row['merchant_order_ref'] === 'm2')).toMatchObject({
      fee: '0.7', expected_fee: '0.5', fee_percent: '7', agreed_percent: '5',
    }) // prettier-ignore
  })

  it('of ages has open exceptions alone, each with its age', async () => {
    const rows = await report({ kind: 'ageing' })
    expect(refs(rows)).toEqual(['a m2', 'a m3', 'b m4'])
    for (const row of rows) expect(Number(row['age_days'])).toBeGreaterThan(0)
    expect(rows.map((row) => row['age_bucket'])).not.toContain('')
  })

  it('keeps to its days, the last one exclusive, and to what it is narrowed to', async () => {
    expect(refs(await report({ kind: 'unreconciled', from: '2026-10-01', to: '2026-10-02' }))).toEqual(['b m4'])
    expect(refs(await report({ kind: 'unreconciled', filters: { currencies: ['SGD'] } }))).toEqual(['a m3'])
    expect(refs(await report({ kind: 'reconciled', filters: { data_source: 'SIMULATOR_TXN' } }))).toEqual([
      'a m1',
      'a m2',
    ])
  })

  it('says on its sheet About what it was asked, with currencies, zone, run and digest', async () => {
    await reports.sql('update recon_runs set digest = $2 where merchant_id = $1', 'd'.repeat(64))
    const { report_id } = await reports.created({
      kind: 'unreconciled', name: 'Open at the end of the month', from: '2026-10-01', to: '2026-11-01', filters: { currencies: ['SGD', 'USD'] },
    }) // prettier-ignore
    await reports.run()
    const { bytes } = await reports.file(report_id)
    const lines = [...(unzipped(bytes).get('xl/worksheets/sheet2.xml') ?? '').matchAll(/<row>(.*?)<\/row>/g)].map(
      ([, row = '']) => [...row.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text),
    )
    expect(Object.fromEntries(lines)).toMatchObject({
      Export: 'Reconciliation report',
      Report: 'Unreconciled',
      Name: 'Open at the end of the month',
      Sources: 'SIMULATOR_TXN – SIMULATOR_SETTLEMENT',
      Days: 'from 2026-10-01 before 2026-11-01',
      'Only currencies': 'SGD, USD',
      Currencies: 'SGD, USD',
      'Time zone': 'Asia/Singapore',
      Run: 'No. 1, for 2026-10-31, rules version 0',
      'Digest of the run': 'd'.repeat(64),
    })
  })

  it('compares two runs by what each says', async () => {
    const other = await reports.keep({}, [
      { key: 'payment:3', side: 'a', merchant_ref: 'm3', day: '2026-10-02', status: 'matched' },
    ])
    const expected = { merchant_order_ref: 'm3', before_status: 'missing_in_settlement', after_status: 'matched' }
    expect(await report({ kind: 'run_comparison' })).toMatchObject([expected])
    expect(await report({ kind: 'run_comparison', run_id: runId, other_run_id: other })).toMatchObject([expected])
  })

  it('of an earlier run is what that run said', async () => {
    expect(refs(await report({ kind: 'unreconciled', run_id: runId }))).toEqual(['a m3', 'b m4'])
    expect(refs(await report({ kind: 'unreconciled' }))).toEqual(['b m4'])
  })

  it('refuses a column of another kind, a pair that is not there and a run of another pair', async () => {
    const refused = async (asked: object) => (await reports.create({ kind: 'reconciled', ...asked })).status
    expect(await refused({ columns: [{ key: 'age_days' }] })).toBe(400)
    expect(await refused({ msm_id: 77 })).toBe(400)
    expect(await refused({ run_id: '00000000-0000-7000-8000-000000000000' })).toBe(404)
    expect(await refused({ filters: { data_source: 'OTHER' } })).toBe(400)
  })
})
