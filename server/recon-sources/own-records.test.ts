import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DataSources } from '#contract/recon-sources.ts'
import { ownTransaction } from '#server/kit/db/own-transaction.ts'
import { merchantToken } from '#test/merchant-token.ts'
import { openTestApp, type TestApp, type TestMerchant } from '#test/test-app.ts'
import { ownRecords, type OwnRecord } from './own-records.ts'

let testApp: TestApp
let merchant: TestMerchant
beforeAll(async () => {
  testApp = await openTestApp()
  merchant = await testApp.addMerchant()
})
afterAll(() => testApp.close())

const sql = (text: string) => testApp.owner.transaction(null, (tx) => tx.query(text, [merchant.merchantId]))
/** A payment that succeeded on the day after it was begun, one that failed, a refund that went out and one that did not. */
async function trade(): Promise<void> {
  for (const [ref, status] of [
    ['paid', 'Success'],
    ['lost', 'Failed'],
  ])
    await sql(
      `insert into payments (merchant_id, environment, order_ref, merchant_order_ref, channel_order_ref, payable_kind, payable_ref, amount_minor, currency,
         status, payment_method, channel_key, shopper_name, shopper_email, shopper_email_lower, shopper_phone, shopper_address, shopper_ip, device_info,
         description, source, fee_minor, fee_tax_minor, created_at, updated_at)
       values ($1, 'sandbox', '${ref}', 'order-${ref}', 'psp-${ref}', 'link', 'l', 10000, 'SGD', '${status}', 'CARD', 'SIMULATOR', '', '', '', '', '', '', '',
         '', 'payment_link', 250, 20, '2026-03-01T23:00Z', '2026-03-02T01:00Z')`,
    )
  for (const [id, status] of [
    ['gone', 'SUCCESS'],
    ['kept', 'FAIL'],
  ])
    await sql(
      `insert into refunds (merchant_id, environment, refund_id, order_ref, psp_refund_id, amount_minor, currency, status, type, reason, note, manual,
         from_suspense, channel_key, created_by, created_at, updated_at)
       values ($1, 'sandbox', '${id}', 'paid', 'psp-${id}', 4000, 'SGD', '${status}', 'partial', 'other', '', false, false, 'SIMULATOR', '', now(), now())`,
    )
  for (const [key, type, ref, at] of [
    ['payment:paid:captured', 'payment', 'paid', '2026-03-02T01:00Z'],
    ['refund:gone:succeeded', 'refund', 'gone', '2026-03-05T12:00Z'],
  ])
    await sql(
      `insert into ledger_transfers (merchant_id, environment, transfer_id, kind, business_key, object_type, object_ref, at)
       values ($1, 'sandbox', gen_random_uuid(), '', '${key}', '${type}', '${ref}', '${at}')`,
    )
  for (const [key, status, channel] of [
    ['told', 'Refunded', 'simulator'],
    ['other', 'Success', 'Another'],
    ['unsure', 'Pending', 'SIMULATOR'],
  ])
    await sql(
      `insert into third_party_transactions (merchant_id, environment, transaction_key, upload_id, row_no, source, occurred_at, status, currency,
         amount_minor, merchant_order_ref, channel_order_ref, method, channel, payer, email, description)
       values ($1, 'sandbox', '${key}', gen_random_uuid(), 1, 'till', '2026-03-09T00:00Z', '${status}', 'SGD', 700, 'till-1', '', '', '${channel}', '', '', '')`,
    )
}
const records = (from: string, to: string) =>
  ownTransaction(
    testApp.serveParts,
    { merchantId: merchant.merchantId, environment: 'sandbox' },
    { requestId: 'test' },
    async (ctx) => {
      const range = { channelKey: 'SIMULATOR', from: new Date(from), to: new Date(to) }
      const { rows } = await ownRecords(ctx, range).execute(ctx.db)
      return rows
    },
  )

it('our own records are what succeeded and went out, by the moment at which it did, and what others told of the channel', async () => {
  await trade()
  const found = await records('2026-03-01T00:00Z', '2026-04-01T00:00Z')
  const told = (record: OwnRecord) => [record.identity, record.type, record.amount_minor, record.at.toISOString()]
  expect(found.map(told).toSorted((a, b) => (String(a) < String(b) ? -1 : 1))).toEqual([
    ['payment:paid', 'payment', 10_000n, '2026-03-02T01:00:00.000Z'],
    ['refund:gone', 'refund', -4_000n, '2026-03-05T12:00:00.000Z'],
    ['told:told', 'refund', -700n, '2026-03-09T00:00:00.000Z'],
  ])
  expect(found.find(({ type }) => type === 'payment')).toMatchObject({
    fee_minor: 250n,
    tax_minor: 20n,
    merchant_ref: 'order-paid',
    provider_ref: 'psp-paid',
  })
  expect((await records('2026-03-02T01:00Z', '2026-03-05T12:00Z')).map(({ identity }) => identity)).toEqual([
    'payment:paid',
  ])
})

it('the merchant’s own server sees the sources with the days of their records', async () => {
  const authorization = `Bearer ${await merchantToken(merchant)}`
  const answer = await testApp.call(null, 'GET', '/api/recon/v3/data-sources', undefined, { authorization })
  expect(answer.status, answer.text).toBe(200)
  const { list } = (answer.body as unknown as { data: DataSources }).data
  expect(list).toMatchObject([{ data_source: 'SIMULATOR_TXN', from: '2026-03-02', to: '2026-03-09' }])
})
