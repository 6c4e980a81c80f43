import { expect, password, type RunningApp } from './fixtures.ts'

/** Of four payments two match, one is 1.00 less at the provider, and one is in no settlement; one line is known to nobody here. */
const ours = [
  'order,reference,date,currency,amount,type',
  'O1,P1,2026-03-01 10:00:00,SGD,10.00,payment',
  'O2,P2,2026-03-01 11:00:00,SGD,20.00,payment',
  'O3,P3,2026-03-02 10:00:00,SGD,30.00,payment',
  'O4,P4,2026-03-02 11:00:00,SGD,40.00,payment',
]
const theirs = [
  'Date,Type,Reference,Gross,Fee',
  '2026-03-03 10:00:00,Payment,P1,10.00,0.30',
  '2026-03-03 10:00:00,Payment,P2,20.00,0.60',
  '2026-03-04 10:00:00,Payment,P3,29.00,0.90',
  '2026-03-04 10:00:00,Payment,P9,9.00,0.27',
]
const list = {
  engine_source: 'SHEET',
  display_name: 'Orders of the shop',
  file_type: 'transaction',
  source_date_format: 'YYYY-MM-DD HH:mm:ss',
  input_header: { merchant_order_ref: 'order', channel_order_ref: 'reference', channel_order_ref1: 'reference', date: 'date', currency: 'currency', amount: 'amount', status: 'type' }, // prettier-ignore
  reading: { decimal: '.', time_zone: 'UTC', types: { payment: 'payment' } },
}
const settlement = {
  engine_source: 'SHEET',
  display_name: 'Settlement',
  file_type: 'recon',
  currency: 'SGD',
  source_date_format: 'YYYY-MM-DD HH:mm:ss',
  input_header: { date: 'Date', amount: 'Gross', txn_type: 'Type', txn_ref: 'Reference', fee: 'Fee' },
  reading: { decimal: '.', time_zone: 'UTC', types: { payment: 'payment' }, identity: ['Reference'] },
}

/** What a spec has beside that: further rows of each file, and another currency of all. */
interface Further {
  currency?: string
  ours?: readonly string[]
  theirs?: readonly string[]
}
export type Matched = Awaited<ReturnType<typeof shopAndProvider>>
/** Has a shop's list and the settlements of a channel set up as a pair. */
export async function shopAndProvider(
  app: RunningApp,
  payment_channel_key: string,
  { currency = 'SGD', ...further }: Further = {},
) {
  const at = `${app.url}/gateway`
  const { content } = await answered<{ content: { token: string } }>(`${at}/api/account/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ username: 'admin@acme.example', password }),
  })
  const authorization = `Bearer ${content.token}`
  const read = async <T>(path: string) => (await answered<{ data: T }>(at + path, { headers: { authorization } })).data
  const post = async <T>(path: string, body: object) =>
    (await answered<{ data: T }>(at + path, { method: 'POST', headers: { authorization, ...json }, body: JSON.stringify(body) })).data
  const source = `${payment_channel_key}_SHOP`
  await post('/api/recon/sources', { data_source: source, category: 'MERCHANT', payment_channel_key })
  await post('/merchants/recon/file-mapping', { ...list, payment_channel_key, data_source: source })
  await post('/merchants/recon/file-mapping', { ...settlement, currency, payment_channel_key })
  const pairs = await read<{ msm_id: number; data_source_a: string }[]>('/api/recon/pairs')
  const msm_id = pairs.find(({ data_source_a }) => data_source_a === source)?.msm_id
  const loadFile = async (file_type: 'transaction' | 'recon', name: string, lines: readonly string[]) => {
    const form = new FormData()
    for (const [key, value] of Object.entries({ payment_channel_key, file_type })) form.set(key, value)
    form.set('file', new Blob([lines.join('\n').replaceAll('SGD', currency)], { type: 'text/csv' }), name)
    const sent = { method: 'POST', headers: { authorization }, body: form }
    const { data } = await answered<{ data: { recon_id: string } }>(`${at}/merchants/recon/upload-file`, sent)
    const state = async () => (await read<{ status: string }>(`/api/recon/files/${data.recon_id}`)).status
    await expect.poll(state, { timeout: 30_000 }).toBe('Success')
  }
  return {
    pair: String(msm_id),
    source,
    post,
    async load(): Promise<void> {
      await Promise.all([loadFile('transaction', 'orders.csv', [...ours, ...(further.ours ?? [])]), loadFile('recon', 'settlement.csv', [...theirs, ...(further.theirs ?? [])])])
    },
    /** One more line of the provider: the payment that was missing. */
    loadMissing: () =>
      loadFile('recon', 'later.csv', ['Date,Type,Reference,Gross,Fee', '2026-03-05 10:00:00,Payment,P4,40.00,1.20']),
    /** A run from its start to its end. */
    async run(): Promise<void> {
      const { run_id } = await post<{ run_id: string }>('/api/recon/runs', { msm_id })
      const state = async () => (await read<{ status: string }>(`/merchants/recon/v3/list/${run_id}`)).status
      await expect.poll(state, { timeout: 30_000 }).toBe('done')
    },
  }
} // prettier-ignore

const json = { 'content-type': 'application/json' }
async function answered<T>(url: string, init: RequestInit): Promise<T> {
  const answer = await fetch(url, init)
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}
