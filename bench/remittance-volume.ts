import { Client } from 'pg'
import { asOwner } from './as-owner.ts'
import { merchantAbroad, zone } from './merchant-abroad.ts'
import { rollUp } from './volume.ts'
import { withoutIndexes } from './without-indexes.ts'

/** A million, or `SALES`, payments of two years. */
export const sold = { slug: 'bench-abroad', count: Number(process.env['SALES'] ?? 1_000_000) }
/** A tenth of the payments, all in one settlement. */
export const biggest = { ref: 'SPHP', currency: 'PHP' }
/** Rows of the reserve's statement. */
export const movementCount = 20_000
/** Payments of the last days are not in a settlement; those before them wait for one. */
const [waitingDays, unsettledDays] = [10, 3]

/**
 * Gives a merchant so many payments of the last two years, once: of ten one is in the merchant's own currency and four of five have succeeded.
 * What is older than some days is in settlements, of each day and currency one, and all have been remitted. The reserve has a tranche for each
 * settlement, of which one comes free on each day of the next two years, and a long statement.
 */
export async function fillSales(ownerUrl: string): Promise<string> {
  const merchantId = await merchantAbroad(ownerUrl, sold.slug)
  const counted = `select count(*)::int as count from payments where merchant_id = $1`
  const [payments] = await asOwner<{ count: number }>(ownerUrl, counted, [merchantId])
  if (payments?.count === sold.count) return merchantId
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    // Without foreign keys, and without the triggers that count what changes.
    await client.query('set local session_replication_role = replica')
    for (const table of [...rolledUp, ...filled.toReversed()])
      await client.query(`delete from ${table} where merchant_id = $1`, [merchantId])
    await withoutIndexes(client, ['payments', 'remittance_items'], async () => {
      await client.query(sales, [merchantId, sold.count])
      await client.query('analyze payments')
      await client.query(items, [merchantId])
    })
    await client.query(settlements, [merchantId])
    await client.query(openOnes, [merchantId])
    await client.query(sums, [merchantId])
    await client.query(tranches, [merchantId])
    await client.query(movements, [merchantId])
    await client.query(reserve, [merchantId])
    await client.query('commit')
    await client.query(`vacuum analyze ${filled.join(', ')}`)
  } finally {
    await client.end()
  }
  await rollUp(ownerUrl)
  await asOwner(ownerUrl, `vacuum analyze ${rolledUp.join(', ')}`)
  return merchantId
}

const filled = [
  'payments',
  'remittances',
  'remittance_items',
  'remittance_sums',
  'reserves',
  'reserve_tranches',
  'reserve_movements',
]
const rolledUp = [
  'payment_zones',
  'payment_totals',
  'payment_hours',
  'payment_days',
  'payment_trait_days',
  'payment_deltas',
]

const sales = `
  insert into payments (merchant_id, environment, order_ref, merchant_order_ref, channel_order_ref, payable_kind, payable_ref, amount_minor, currency,
    status, payment_method, channel_key, shopper_name, shopper_email, shopper_email_lower, shopper_phone, shopper_address, shopper_ip, device_info,
    description, source, fee_minor, fee_tax_minor, country, created_at, updated_at, remit_status, psp_settled_at)
  select $1::uuid, 'sandbox', ref, 'ABROAD-' || n, 'pay_' || n, 'link', ref, 1000 + (n::bigint * 7919) % 500000, currency, status,
    (array['CARD', 'CARD', 'CARD', 'PAYPAY', 'PROMPTPAY'])[1 + n % 7 % 5], 'SIMULATOR', 'Shopper ' || n % 50000, '', '', '', '', '', '', 'Order ' || n,
    'payment_link', case status when 'Success' then 30 + n % 11 else 0 end, case status when 'Success' then 3 else 0 end, country, at, at,
    case when status <> 'Success' or currency = 'KRW' then '' when age < ${unsettledDays} then 'UNSETTLED' when age < ${waitingDays} then 'PSP_SETTLED'
      else 'REMITTED' end,
    case when status = 'Success' and age >= ${unsettledDays} then at + interval '2 days' end
  from (
    select n, at, extract(epoch from now() - at) / 86400 as age, (array['KRW', 'JPY', 'JPY', 'JPY', 'USD', 'USD', 'VND', 'VND', 'THB', '${biggest.currency}'])[1 + n % 10] as currency,
      (array['KR', 'JP', 'JP', 'SG', 'US', 'GB', 'VN', 'VN', 'TH', 'PH'])[1 + n % 10] as country,
      case when n / 10 % 20 < 16 then 'Success' when n / 10 % 20 < 19 then 'Failed' else 'Expired' end as status,
      lpad(to_hex(extract(epoch from at)::bigint), 8, '0') || substr(md5('abroad/' || n), 1, 19) as ref
    from generate_series(1, $2::int) n, lateral (select now() - interval '1 hour' - n * (interval '730 days' / $2::int) as at where n > 0) moments
  ) numbers`

/** Of a hundred payments one was given back in full, in the same settlement; none of the biggest one. */
const items = `
  insert into remittance_items (merchant_id, environment, kind, ref, settlement_ref, order_ref, currency, amount_minor, fee_minor, withholding_minor, sold_on,
    country, payment_method, channel_key, at)
  select merchant_id, 'sandbox', kind, case kind when 'payment' then order_ref else 'R' || order_ref end,
    case currency when '${biggest.currency}' then '${biggest.ref}' else 'S' || currency || day end, order_ref, currency, amount_minor,
    case kind when 'payment' then fee_minor + fee_tax_minor else 0 end,
    case when kind = 'payment' and country = 'TH' then half_even((fee_minor + fee_tax_minor) * 0.03)::bigint
      when kind = 'payment' and country = 'JP' then half_even(amount_minor * 0.01)::bigint else 0 end, day, country, payment_method, channel_key,
    psp_settled_at
  from payments p, lateral (select (created_at at time zone '${zone}')::date as day where p.order_ref <> '') days, (values ('payment'), ('refund')) kinds (kind)
  where merchant_id = $1 and remit_status = 'REMITTED' and (kind = 'payment' or amount_minor % 100 = 0)`

const crossed = `(select half_even(d.rate * 10000000000 / s.rate) / 10000000000 from reference_rates s, reference_rates d
  where s.day = i.day and s.currency = i.currency and d.day = i.day and d.currency = 'USD')`
const inBase = (amount: string) => `half_even((${amount}) * rate * power(10::numeric, 2 - decimals))`
const net = 'sold - fee - withheld - refunded'
const settlements = `
  insert into remittances (merchant_id, environment, settlement_ref, status, source_currency, base_currency, destination_currency, period_from, cut_on,
    terms_version, txn_count, refund_count, total_txn_amount_sc, txn_fee_sc, withholding_tax_sc, refund_amount_sc, source_forex_rate, source_rate_of,
    source_rate_at, total_txn_amount_bc, txn_fee_bc, wht_bc, refund_amount_bc, net_source_bc, rounding_bc, reserve_credit_bc, transfer_fee_bc,
    cut_forex_rate, reference_forex_rate, applied_forex_rate, forex_rate_of, forex_rate_at, net_amount_transferred_dc, forex_cost_dc, account_holder,
    account_last_four, provider_ref, attempts, created_at, updated_at, sent_at, remitted_at, expected_on)
  select $1::uuid, 'sandbox', settlement_ref, 'Remitted', currency, 'USD', 'KRW', begun, day + 1, 1, payments, refunds, sold, fee, withheld, refunded, rate,
    'bench', day + 1, sold_bc, fee_bc, withheld_bc, refunded_bc, net_bc, net_bc - (sold_bc - fee_bc - withheld_bc - refunded_bc), half_even(sold_bc * 0.1),
    1500, 1391.25, 1391.25, 1378.72875, 'bench', day + 2, half_even((net_bc - half_even(sold_bc * 0.1) - 1500) * 13.7872875),
    half_even((net_bc - half_even(sold_bc * 0.1) - 1500) * 0.1252125), '주식회사', '7890', 'REM-' || settlement_ref, 1, day + 1, day + 3, day + 2, day + 3, day + 3
  from (
    select *, ${inBase('sold')} as sold_bc, ${inBase('fee')} as fee_bc, ${inBase('withheld')} as withheld_bc, ${inBase('refunded')} as refunded_bc,
      ${inBase(net)} as net_bc
    from (select *, ${crossed} as rate, case when currency in ('JPY', 'VND') then 0 else 2 end as decimals from (
      select settlement_ref, currency, min(sold_on) as begun, max(sold_on) as day, count(*) filter (where kind = 'payment') as payments,
        count(*) filter (where kind = 'refund') as refunds, coalesce(sum(amount_minor) filter (where kind = 'payment'), 0) as sold, sum(fee_minor) as fee,
        sum(withholding_minor) as withheld, coalesce(sum(amount_minor) filter (where kind = 'refund'), 0) as refunded
      from remittance_items where merchant_id = $1 group by 1, 2) i) rated
  ) base`
const openOnes = `
  insert into remittances (merchant_id, environment, settlement_ref, status, source_currency, base_currency, destination_currency, period_from, cut_on,
    terms_version, created_at, updated_at)
  select $1::uuid, 'sandbox', 'O' || currency, 'Open', currency, 'USD', 'KRW', current_date, current_date + 2, 1, now(), now()
  from unnest(array['JPY', 'USD', 'VND', 'THB', '${biggest.currency}']) currency`

const sums = `
  insert into remittance_sums
  select merchant_id, environment, settlement_ref, country, payment_method, channel_key, coalesce(sum(amount_minor) filter (where kind = 'payment'), 0), 0,
    sum(fee_minor), sum(withholding_minor), coalesce(sum(amount_minor) filter (where kind = 'refund'), 0)
  from remittance_items where merchant_id = $1 group by 1, 2, 3, 4, 5, 6`

const tranches = `
  insert into reserve_tranches (merchant_id, environment, tranche_id, settlement_ref, kind, sold_on, sold_minor, percent, held_minor, left_minor,
    release_on, created_at)
  select merchant_id, environment, gen_random_uuid(), settlement_ref, 'rolling', period_to, total_txn_amount_bc, 10, reserve_credit_bc, reserve_credit_bc,
    current_date + (row_number() over (order by settlement_ref) % 731)::int, created_at
  from remittances where merchant_id = $1 and status = 'Remitted' and reserve_credit_bc > 0`
/** Each second row takes half of what the one before it has added. */
const movements = `
  insert into reserve_movements (merchant_id, environment, number, at, kind, settlement_ref, tranche_id, sold_on, release_on, currency, amount_minor,
    balance_minor, transfer_id)
  select $1::uuid, 'sandbox', n, now() - (${movementCount} - n) * (interval '730 days' / ${movementCount}), case n % 2 when 1 then 'rolling_hold' else 'rolling_release' end,
    t.settlement_ref, t.tranche_id, t.sold_on, t.release_on, 'USD', case n % 2 when 1 then 2000 else -1000 end, 1000 * (n / 2) + 2000 * (n % 2), gen_random_uuid()
  from generate_series(1, ${movementCount}) n
    join (select *, row_number() over (order by settlement_ref) - 1 as place, count(*) over () as places from reserve_tranches where merchant_id = $1) t
      on t.place = n % t.places`
const reserve = `
  insert into reserves (merchant_id, environment, currency, balance_minor, last_movement, updated_at)
  select $1::uuid, 'sandbox', 'USD', ${movementCount / 2} * 1000, ${movementCount}, now()`
