import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReconRecordsPage } from '#contract/recon-dashboard-records.ts'
import type { ReconEvidence } from '#contract/recon-evidence.ts'
import type { ReconChoices, ReconFlow } from '#contract/recon-dashboard.ts'
import { openDashboard, type Dashboard } from './dashboard-fixtures.ts'

let dashboard: Dashboard
let firstRun: string
const pair = { data_source_a: 'SIMULATOR_TXN', data_source_b: 'SIMULATOR_SETTLEMENT' }
const flow = (asked: object = {}) => dashboard.data<ReconFlow>('/merchants/recon/v3/summary', { ...pair, ...asked })
const records = (asked: object) =>
  dashboard.data<ReconRecordsPage>('/merchants/recon/v3/dashboard-records', {
    msm_id: 1,
    data_source: 'SIMULATOR_TXN',
    ...asked,
  })
const refs = ({ data }: ReconRecordsPage) => data.map(({ record_ref }) => record_ref.split(':').at(-1) ?? '').toSorted()
const both = (name: string, told: object = {}) => [
  { key: `payment:${name}`, side: 'a' as const, group: name, ...told },
  { key: `line:${name}`, side: 'b' as const, group: name, ...told, amount_off: '0', tolerated: '0' },
] // prettier-ignore

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(() => dashboard.close())

describe('the dashboard', () => {
  it('knows no pair that is none, and asks to wait before the first answer', async () => {
    expect((await dashboard.ask('/merchants/recon/v3/summary', pair)).body).toMatchObject({ status_code: '4001', Message: 'Invalid Data Source mapping' }) // prettier-ignore
    await dashboard.sql(
      `insert into recon_pairs (merchant_id, environment, msm_id, leg, source_a, source_b, created_at) values ($1, 'sandbox', 1, 'settlement', $2, $3, now())`,
      pair.data_source_a, pair.data_source_b,
    ) // prettier-ignore
    for (const path of ['/merchants/recon/v3/summary', '/merchants/recon/summary', `/merchants/${dashboard.merchant.key}/recon-dashboard-txns`]) {
      const answer = await dashboard.ask(path, path.endsWith('v3/summary') ? pair : {})
      expect([answer.status, answer.body['Message']]).toEqual([409, 'Recon is being processed. Please check later!'])
    }
  }) // prettier-ignore

  it('draws boxes that are the sum of what leaves them, each of which opens exactly its records', async () => {
    firstRun = await dashboard.keep({}, [
      ...both('same'),
      ...both('fee', { status: 'fee_mismatch', mismatches: ['fee'] }),
      ...both('two', { status: 'amount_mismatch', mismatches: ['amount', 'fee'], amount_off: '-1.5' }),
      { key: 'payment:lost', side: 'a', status: 'missing_in_settlement', gross: '7.25' },
      { key: 'payment:soon', side: 'a', status: 'expected', day: '2026-10-02' },
      { key: 'line:unknown', side: 'b', status: 'missing_in_transactions', gross: '3' },
      { key: 'line:cost', side: 'b', status: 'adjustment', type: 'fee', gross: '-2' },
      ...both('back', { type: 'refund', gross: '-4' }),
    ])
    const drawn = await flow()
    const count = (id: string) => drawn.dataFields.find((one) => one.id === id)?.count
    expect(drawn).toMatchObject({ msm_id: 1, run_id: firstRun, as_of: '2026-10-31', currency: 'SGD' })
    expect([count('sale_transactions'), count('unreconciled_sale_transactions'), count('reconciled_sale_settlements')]).toEqual([5, 2, 3]) // prettier-ignore
    expect([count('sale_settlements'), count('unreconciled_sale_settlements')]).toEqual([4, 1])
    expect([count('mismatch_no'), count('mismatch_fee'), count('mismatch_amount')]).toEqual([1, 2, 1])
    expect(drawn.dataFields.find(({ id }) => id === 'unreconciled_sale_transactions')?.value).toBe(17.25)
    expect(drawn.dataNodes).toContainEqual({ from: 'sale_transactions', to: 'unreconciled_sale_transactions', count: 2, value: 17.25, weightedValue: 3.32 }) // prettier-ignore
    expect(drawn.unConnectedNodes).toEqual(['matched_sku', 'unmatched_sku', 'mismatch_tax', 'mismatch_quantity', 'mismatch_date']) // prettier-ignore
    for (const { id, count: told, record_filter } of drawn.dataFields.filter((one) => one.id !== 'matched_sku')) {
      const { totalElements } = await records({ record_type: 'payment', ...record_filter })
      expect([id, totalElements]).toEqual([id, told])
    }
    expect((await flow({ record_type: 'refund' })).dataFields[0]).toMatchObject({ count: 1, value: 4 })
    expect((await flow({ from: '2026-10-02', to: '2026-10-03' })).dataFields[0]?.count).toBe(1)
  })

  it('takes differences by one word or several, and groups of records by their names', async () => {
    expect(refs(await records({ mismatches: 'no_mismatch', record_type: 'payment' }))).toEqual(['same'])
    expect(refs(await records({ mismatches: ['mismatch_amount', 'mismatch_no'], record_type: 'payment' }))).toEqual(['same', 'two']) // prettier-ignore
    expect(refs(await records({ status: 'unreconciled' }))).toEqual(['lost', 'soon'])
    expect(refs(await records({ status: ['expected'] }))).toEqual(['soon'])
    expect(refs(await records({ search: 'ref-payment:lost' }))).toEqual(['lost'])
    const [first] = (await records({ search: 'ref-payment:two' })).data
    expect(first).toMatchObject({ amount: '10', amount_mismatch: '-1.5', transaction_date: '2026-10-01', transaction_id: 'ref-payment:two' }) // prettier-ignore
  })

  it('pages through records by a cursor, each once', async () => {
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: ReconRecordsPage = await records({ pagesize: 2, ...(cursor && { cursor }) })
      seen.push(...refs(page))
      cursor = page.next_cursor
    }
    expect(seen.toSorted()).toEqual(['back', 'fee', 'lost', 'same', 'soon', 'two'])
  })

  it('keeps each earlier answer, also of the flow, when a later run says otherwise', async () => {
    const before = await flow()
    await dashboard.keep({}, both('lost', { gross: '7.25' }))
    const after = await flow()
    expect(after.dataFields.find(({ id }) => id === 'reconciled_sale_settlements')?.count).toBe(4)
    expect(await flow({ run_id: firstRun })).toEqual(before)
    expect(refs(await records({ status: 'missing_in_settlement', run_id: firstRun }))).toEqual(['lost'])
    expect(refs(await records({ status: 'missing_in_settlement' }))).toEqual([])
    const path = `/api/recon/records/${encodeURIComponent('1.a.payment:lost')}`
    const read = async (query = '') => (await dashboard.testApp.call(dashboard.session, 'GET', `${path}${query}`)).body['data'] as ReconEvidence
    expect(await read()).toMatchObject({ status: 'matched', from_run: 2, members: [{ side: 'a' }, { side: 'b', transaction_id: 'ref-line:lost' }] })
    expect(await read(`?run_id=${firstRun}`)).toMatchObject({ status: 'missing_in_settlement', from_run: 1, file: null })
  }) // prettier-ignore

  it('offers what records have, and counts in place of amounts where there are several currencies', async () => {
    await dashboard.keep({}, both('usd', { currency: 'USD', country: 'US', brand_id: 'B1' }))
    const choices = { brands: ['B1'], countries: ['US'], currencies: ['SGD', 'USD'], marketplaces: [], accounts: [] }
    expect((await dashboard.testApp.call(dashboard.session, 'GET', '/merchants/recon/v3/custom-data')).body['data']).toEqual(choices) // prettier-ignore
    const later = { ...pair, from: '2026-11-01' }
    expect(await dashboard.data<ReconChoices>('/merchants/recon/v3/g/custom-data-v2', later)).toMatchObject({ currencies: [] }) // prettier-ignore
    const drawn = await flow()
    expect(drawn).toMatchObject({ currency: '' })
    expect(drawn.dataFields[0]).toMatchObject({ count: 6, value: 6, values: [{ currency: 'SGD', amount: '47.25' }, { currency: 'USD', amount: '10' }] }) // prettier-ignore
    expect((await flow({ currency: ['USD'] })).dataFields[0]).toMatchObject({ count: 1, value: 10 })
  })
})
