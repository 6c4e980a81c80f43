import { asOwner } from './as-owner.ts'
import { merchantAbroad, zone } from './merchant-abroad.ts'

/** 100,000, or `CUT`, payments in one open settlement. */
export const toCut = { slug: 'bench-cut', currency: 'JPY', count: Number(process.env['CUT'] ?? 100_000) }

/** Gives a merchant so many payments of the last 30 days that wait for a settlement, and the settlement; returns their id. */
export async function fillToCut(ownerUrl: string): Promise<string> {
  const merchantId = await merchantAbroad(ownerUrl, toCut.slug)
  const counted = `select count(*)::int as count from payments where merchant_id = $1 and merchant_order_ref like 'CUT-%'`
  const [payments] = await asOwner<{ count: number }>(ownerUrl, counted, [merchantId])
  if (payments?.count !== toCut.count) {
    await uncut(ownerUrl, merchantId)
    await asOwner(ownerUrl, 'delete from payments where merchant_id = $1', [merchantId])
    await asOwner(ownerUrl, sales, [merchantId, toCut.count, toCut.currency])
  }
  return merchantId
}

/** As it was before the cut, with nothing that was left behind. */
export async function uncut(ownerUrl: string, merchantId: string): Promise<void> {
  for (const table of left)
    await asOwner(ownerUrl, `set session_replication_role = replica; delete from ${table} where merchant_id = '${merchantId}'`) // prettier-ignore
  await asOwner(ownerUrl, `update payments set remit_status = 'PSP_SETTLED' where merchant_id = $1 and remit_status = 'IN_SETTLEMENT'`, [merchantId]) // prettier-ignore
  await asOwner(ownerUrl, open, [merchantId, toCut.currency])
  await asOwner(ownerUrl, `vacuum analyze payments, ${left.join(', ')}`)
}
const left = [
  'remittance_items',
  'remittance_sums',
  'reserve_movements',
  'reserve_tranches',
  'reserves',
  'ledger_entries',
  'ledger_transfers',
  'remittances',
]

const sales = `
  insert into payments (merchant_id, environment, order_ref, merchant_order_ref, channel_order_ref, payable_kind, payable_ref, amount_minor, currency,
    status, payment_method, channel_key, shopper_name, shopper_email, shopper_email_lower, shopper_phone, shopper_address, shopper_ip, device_info,
    description, source, fee_minor, fee_tax_minor, country, created_at, updated_at, remit_status, psp_settled_at)
  select $1::uuid, 'sandbox', lpad(to_hex(extract(epoch from at)::bigint), 8, '0') || substr(md5('cut/' || n), 1, 19), 'CUT-' || n, 'cut_' || n, 'link',
    'cut' || n, 1000 + (n::bigint * 7919) % 50000, $3::text, 'Success', 'CARD', 'SIMULATOR', '', '', '', '', '', '', '', '', 'payment_link', 30 + n % 11, 3,
    (array['JP', 'TH', 'US'])[1 + n % 3], at, at, 'PSP_SETTLED', at + interval '1 day'
  from generate_series(1, $2::int) n, lateral (select now() - interval '3 days' - n * (interval '30 days' / $2::int) as at where n > 0) moments`
/** Its period ended at the midnight that was last. */
const open = `
  insert into remittances (merchant_id, environment, settlement_ref, status, source_currency, base_currency, destination_currency, period_from, cut_on,
    terms_version, created_at, updated_at)
  select $1::uuid, 'sandbox', 'CUT', 'Open', $2, 'USD', 'KRW', today - 1, today, 1, now(), now() from (select (now() at time zone '${zone}')::date as today) days`
