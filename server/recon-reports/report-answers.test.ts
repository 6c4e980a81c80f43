import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unzipped } from '#test/unzip.ts'
import { openReported, refsOf, type Reported } from './fixtures.ts'

let reports: Reported
beforeAll(async () => {
  reports = await openReported()
})
afterAll(() => reports.close())

describe('a report', () => {
  it('keeps to its days, the last one exclusive, and to what it is narrowed to', async () => {
    expect(refsOf(await reports.report({ kind: 'unreconciled', from: '2026-10-01', to: '2026-10-02' }))).toEqual([
      'b m4',
    ])
    expect(refsOf(await reports.report({ kind: 'unreconciled', filters: { currencies: ['SGD'] } }))).toEqual(['a m3'])
    expect(refsOf(await reports.report({ kind: 'reconciled', filters: { data_source: 'SIMULATOR_TXN' } }))).toEqual([
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
    expect(await reports.report({ kind: 'run_comparison' })).toMatchObject([expected])
    expect(await reports.report({ kind: 'run_comparison', run_id: reports.runId, other_run_id: other })).toMatchObject([
      expected,
    ])
  })

  it('of an earlier run is what that run said', async () => {
    expect(refsOf(await reports.report({ kind: 'unreconciled', run_id: reports.runId }))).toEqual(['a m3', 'b m4'])
    expect(refsOf(await reports.report({ kind: 'unreconciled' }))).toEqual(['b m4'])
  })

  it('refuses a column of another kind, a pair that is not there and a run of another pair', async () => {
    const refused = async (asked: object) => (await reports.create({ kind: 'reconciled', ...asked })).status
    expect(await refused({ columns: [{ key: 'age_days' }] })).toBe(400)
    expect(await refused({ msm_id: 77 })).toBe(400)
    expect(await refused({ run_id: '00000000-0000-7000-8000-000000000000' })).toBe(404)
    expect(await refused({ filters: { data_source: 'OTHER' } })).toBe(400)
  })
})
