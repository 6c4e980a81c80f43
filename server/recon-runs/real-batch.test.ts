import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReconRecordsPage } from '#contract/recon-dashboard-records.ts'
import type { ReconEvidence } from '#contract/recon-evidence.ts'
import type { ReconFlow } from '#contract/recon-dashboard.ts'
import type { ReconFile } from '#contract/recon-files.ts'
import type { ReconRun, ReconRunRow } from '#contract/recon-runs.ts'
import type { ReconSummaryRow } from '#contract/recon-summaries.ts'
import { openReconciling, type Reconciling } from '#server/recon-files/fixtures.ts'
import { hasRealFiles, realFile } from '#test/real-files.ts'
import { runJobs } from '#test/run-jobs.ts'
import { batch380, listOf, mutated } from './work-out/real-case-fixtures.ts'

let recon: Reconciling
beforeAll(async () => {
  if (!hasRealFiles) return
  recon = await openReconciling()
  const mapping = { payment_channel_key: 'SIMULATOR', display_name: 'Real', source_date_format: 'YYYY-MM-DD HH:mm:ss' }
  await post('/merchants/recon/file-mapping', {
    ...mapping, engine_source: 'SHEET', file_type: 'transaction', currency: '',
    input_header: { merchant_order_ref: 'merchant_order_ref', channel_order_ref: 'channel_order_ref', date: 'date', currency: 'currency', amount: 'amount', status: 'type', method: 'method' },
    reading: { decimal: '.', sign: 'of_type', time_zone: 'UTC', types: { payment: 'payment', refund: 'refund' } },
  }) // prettier-ignore
  await post('/merchants/recon/file-mapping', { payment_channel_key: 'SIMULATOR', display_name: 'Adyen', engine_source: batch380.layout, file_type: 'recon', currency: '', source_date_format: '', input_header: {} }) // prettier-ignore
  // Nothing is agreed about fees here.
  await recon.testApp.owner.transaction(null, (tx) =>
    tx.query('delete from fee_plans where merchant_id = $1', [recon.merchant.merchantId]),
  )
})
afterAll(() => recon?.close())

const post = async <T>(path: string, body: object): Promise<T> => recon.dataOf<T>(await recon.ask('POST', path, body))
const upload = async (type: 'transaction' | 'recon', bytes: Buffer, name: string): Promise<ReconFile> => {
  const fields = { payment_channel_key: 'SIMULATOR', file_type: type }
  const sent = await recon.send('/merchants/recon/upload-file', fields, bytes, name)
  return recon.dataOf<ReconFile>(sent)
}
/** What the worker does until two minutes later: it reads files, and begins a run after the last of them. */
const work = () => {
  const now = recon.testApp.clock.now ?? new Date()
  const names = ['read-recon-file', 'check-fees', 'begin-wanted-recon-run', 'run-reconciliation']
  return runJobs(recon.testApp, { names, dated: true, until: new Date(now.getTime() + 120_000) })
}
const pair = { data_source_a: 'SIMULATOR_MERCHANT', data_source_b: 'SIMULATOR_SETTLEMENT' }
async function lastRun(): Promise<ReconRun> {
  const { body } = await recon.ask('POST', '/merchants/recon/v3/list', { filters: { data_source: pair.data_source_a } })
  const [last] = body['content'] as unknown as ReconRunRow[]
  return recon.dataOf<ReconRun>(await recon.ask('GET', `/merchants/recon/v3/list/${last?.run_id}`))
}
/** How many records go to each box of the flow chart. */
async function flow(type: 'payment' | 'refund' = 'payment'): Promise<Record<string, number>> {
  const { dataFields } = await post<ReconFlow>('/merchants/recon/v3/summary', { ...pair, record_type: type })
  return Object.fromEntries(dataFields.filter(({ count }) => count > 0).map(({ id, count }) => [id, count]))
}
const records = async (source: string, status: string): Promise<ReconRecordsPage['data']> =>
  (
    await post<ReconRecordsPage>('/merchants/recon/v3/dashboard-records', {
      msm_id: (await lastRun()).msm_id,
      data_source: source,
      status,
    })
  ).data
const amounts = (found: ReconRecordsPage['data']) =>
  found.map(({ amount, currency }) => `${amount} ${currency}`).toSorted()
const row = async (): Promise<ReconSummaryRow | undefined> =>
  (await post<ReconSummaryRow[]>('/merchants/recon/psp-wise/summary', { currency: 'USD' })).at(0)

describe.skipIf(!hasRealFiles)('a real batch and the list of its merchant, through the front door', () => {
  let ours: ReconFile
  it('match in 226 of 226, and loading the batch twice changes nothing', async () => {
    ours = await upload('transaction', Buffer.from(listOf(batch380.name)), 'list.csv')
    const bytes = readFileSync(realFile(batch380.file))
    const theirs = await upload('recon', bytes, 'batch-380.csv')
    await work()
    expect(await recon.read(ours.recon_id)).toMatchObject({ status: 'Success', rejected: 0 })
    const { status, digest, msm_id } = await lastRun()
    expect(status).toBe('done')
    expect(await flow()).toEqual({ sale_transactions: 220, sale_settlements: 220, reconciled_sale_settlements: 220, mismatch_no: 220 }) // prettier-ignore
    expect(await flow('refund')).toMatchObject({ reconciled_sale_settlements: 6, mismatch_no: 6 })
    expect(await row()).toMatchObject({ fee_deduction: '389.63', unSettlement: '0', miss_match: '0' })

    expect(await upload('recon', bytes, 'again.csv')).toMatchObject({ same_as: theirs.recon_id })
    const { run_id } = await post<ReconRun>('/api/recon/runs', { msm_id })
    await work()
    expect(await lastRun()).toMatchObject({ run_id, digest, changed: 0 })
  })

  it('differ by what was changed in the list, and by a cent less within a tolerance of a cent', async () => {
    const changed = await recon.send(
      '/merchants/recon/v3/upload-file',
      {},
      Buffer.from(mutated(batch380, listOf(batch380.name))),
      'changed.csv',
    )
    await post(`/api/recon/files/${ours.recon_id}/replace`, { by: recon.dataOf<ReconFile>(changed).recon_id })
    await work()
    expect(await flow()).toEqual({
      sale_transactions: 220, unreconciled_sale_transactions: 2, reconciled_sale_settlements: 218, sale_settlements: 220,
      unreconciled_sale_settlements: 2, mismatch_no: 216, mismatch_amount: 2,
    }) // prettier-ignore
    const missing = await records(pair.data_source_a, 'missing_in_settlement')
    expect(amounts(missing)).toEqual(['12.34 USD', '511.9 EUR'])
    expect(amounts(await records(pair.data_source_b, 'missing_in_transactions'))).toEqual(['36.45 USD', '511.9 USD'])
    const usd = { trans: '56323.7', refund: '1091.95', settlement: '55187.45', unSettlement: '12.34' }
    expect(await row()).toMatchObject({ ...usd, miss_match: '-31.96', tolerance: '0' })
    const euros = missing.find(({ currency }) => currency === 'EUR')?.record_ref ?? ''
    const { evidence } = recon.dataOf<ReconEvidence>(await recon.ask('GET', `/api/recon/records/${encodeURIComponent(euros)}`)) // prettier-ignore
    expect(evidence).toMatchObject({ nearest: { why: 'other_currency', amount: '511.9', currency: 'USD' } })

    await post('/merchants/recon/v3/tolerance/update', { payment_channel_key: 'SIMULATOR', tolerance: 0.01 })
    await work()
    expect(await flow()).toMatchObject({ mismatch_no: 217, mismatch_amount: 1 })
    expect(await row()).toMatchObject({ ...usd, miss_match: '-31.95', tolerance: '-0.01' })
  })
})
