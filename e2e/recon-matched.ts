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

/** Has a shop's list and its provider's settlement set up. @returns the number of their pair, and what has both files loaded. */
export async function shopAndProvider(page: Page, app: RunningApp): Promise<{ pair: string; load: () => Promise<void> }> {
  const at = `${app.url}/gateway`
  const signedIn = await page.request.post(`${at}/api/account/login`, { data: { username: 'admin@acme.example', password } })
  const { content } = (await signedIn.json()) as { content: { token: string } }
  const headers = { authorization: `Bearer ${content.token}` }
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(at + path, { headers, data })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  await post('/api/recon/sources', { data_source: 'SHOP_TXN', category: 'MERCHANT', payment_channel_key: channel })
  for (const mapping of [list, settlement]) await post('/merchants/recon/file-mapping', mapping)
  const read = async <T>(path: string) => ((await (await page.request.get(at + path, { headers })).json()) as { data: T }).data
  const load = async () => {
    for (const [file_type, name, lines] of [['transaction', 'orders.csv', ours], ['recon', 'settlement.csv', theirs]] as const) {
      const file = { name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
      const sent = await page.request.post(`${at}/merchants/recon/upload-file`, { headers, multipart: { payment_channel_key: channel, file_type, file } })
      const { data } = (await sent.json()) as { data: { recon_id: string } }
      const state = async () => (await read<{ status: string }>(`/api/recon/files/${data.recon_id}`)).status
      await expect.poll(state, { timeout: 10_000 }).toBe('Success')
    }
  }
  const pairs = await read<{ msm_id: number; data_source_a: string }[]>('/api/recon/pairs')
  return { pair: String(pairs.find(({ data_source_a }) => data_source_a === 'SHOP_TXN')?.msm_id), load }
} // prettier-ignore
