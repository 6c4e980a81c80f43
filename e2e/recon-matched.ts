import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, password, type RunningApp } from './fixtures.ts'

const channel = 'PAYPAL'
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
  payment_channel_key: channel,
  engine_source: 'SHEET',
  display_name: 'Orders of the shop',
  file_type: 'transaction',
  data_source: 'SHOP_TXN',
  source_date_format: 'YYYY-MM-DD HH:mm:ss',
  input_header: { merchant_order_ref: 'order', channel_order_ref: 'reference', channel_order_ref1: 'reference', date: 'date', currency: 'currency', amount: 'amount', status: 'type' }, // prettier-ignore
  reading: { decimal: '.', time_zone: 'UTC', types: { payment: 'payment' } },
}
const settlement = {
  payment_channel_key: channel,
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
interface Paired {
  /** The number of their pair. */
  pair: string
  /** Has both files loaded. */
  load: () => Promise<void>
  /** Has the pair worked out. */
  run: () => Promise<void>
}
/** Has a shop's list and its provider's settlement set up. */
export async function shopAndProvider(page: Page, app: RunningApp, { currency = 'SGD', ...further }: Further = {}): Promise<Paired> {
  const at = `${app.url}/gateway`
  const signedIn = await page.request.post(`${at}/api/account/login`, { data: { username: 'admin@acme.example', password } })
  const { content } = (await signedIn.json()) as { content: { token: string } }
  const headers = { authorization: `Bearer ${content.token}` }
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(at + path, { headers, data })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  await post('/api/recon/sources', { data_source: 'SHOP_TXN', category: 'MERCHANT', payment_channel_key: channel })
  for (const mapping of [list, { ...settlement, currency }]) await post('/merchants/recon/file-mapping', mapping)
  const read = async <T>(path: string) => ((await (await page.request.get(at + path, { headers })).json()) as { data: T }).data
  const load = async () => {
    const files = [['transaction', 'orders.csv', [...ours, ...(further.ours ?? [])]], ['recon', 'settlement.csv', [...theirs, ...(further.theirs ?? [])]]] as const
    for (const [file_type, name, lines] of files) {
      const file = { name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n').replaceAll('SGD', currency)) }
      const sent = await page.request.post(`${at}/merchants/recon/upload-file`, { headers, multipart: { payment_channel_key: channel, file_type, file } })
      const { data } = (await sent.json()) as { data: { recon_id: string } }
      const state = async () => (await read<{ status: string }>(`/api/recon/files/${data.recon_id}`)).status
      await expect.poll(state, { timeout: 10_000 }).toBe('Success')
    }
  }
  const pairs = await read<{ msm_id: number; data_source_a: string }[]>('/api/recon/pairs')
  const msm_id = pairs.find(({ data_source_a }) => data_source_a === 'SHOP_TXN')?.msm_id
  const run = async () => {
    const begun = await page.request.post(`${at}/api/recon/runs`, { headers: { ...headers, 'idempotency-key': randomUUID() }, data: { msm_id } })
    const { data } = (await begun.json()) as { data: { run_id: string } }
    const state = async () => (await read<{ status: string }>(`/merchants/recon/v3/list/${data.run_id}`)).status
    await expect.poll(state, { timeout: 15_000 }).toBe('done')
  }
  return { pair: String(msm_id), load, run }
} // prettier-ignore
