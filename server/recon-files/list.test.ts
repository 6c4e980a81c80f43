import { afterAll, beforeAll, expect, it } from 'vitest'
import { openReconciling, type Reconciling } from './fixtures.ts'

let recon: Reconciling
beforeAll(async () => {
  recon = await openReconciling()
  await recon.saveMapping()
})
afterAll(() => recon.close())

it('exports the files that fit with the columns that are asked for, formulas neutralised', async () => {
  await recon.loadHere([{ ref: 'a1' }, { ref: 'a2' }], '=1+1.csv')
  await recon.keep([{ ref: 'a3' }], 'waiting.csv')
  const asked = (filters: object, columns?: string[]) =>
    recon.ask('POST', '/api/recon/files/export', { filters, format: 'csv', language: 'en', ...(columns && { columns: columns.map((key) => ({ key })) }) }) // prettier-ignore
  const columns = ['original_file_name', 'payment_channel_key', 'status', 'rows', 'period_from', 'size_bytes']
  expect((await asked({ status: ['Success'] }, columns)).text.trim().split('\r\n')).toEqual([
    'File name,Channel,Status,Status code,Rows,First day,Size',
    expect.stringMatching(/^'=1\+1\.csv,SIMULATOR,Loaded,Success,2,2026-10-01,\d+$/),
  ])
  const all = (await asked({})).text
  expect(all).toContain('waiting.csv')
  expect(all.trim().split('\r\n')).toHaveLength(3)
})
