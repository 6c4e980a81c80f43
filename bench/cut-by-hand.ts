import { Client } from 'pg'
import { zone } from './merchant-abroad.ts'

/** The statements that a cut needs, as somebody would write them for this settlement alone, in one transaction, by the schema's owner. */
export async function cutByHand(ownerUrl: string, { merchantId, rate }: { merchantId: string; rate: string }): Promise<void> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`select 1 from remittances where ${own} and settlement_ref = 'CUT' for update`, [merchantId])
    const { rows } = await client.query<Sums>(sums, [merchantId])
    const { rows: days } = await client.query<{ day: string }>(soldByDay, [merchantId])
    const [{ count } = { count: '0' }] = rows
    await client.query(insertItems, [merchantId])
    const { rowCount } = await client.query(markPayments, [merchantId])
    if (String(rowCount) !== count) throw new Error(`${rowCount} of ${count}`)
    await client.query(checkItems, [merchantId])
    await client.query(hold, [merchantId, days.map(({ day }) => day), rate])
    await client.query(keep, [merchantId, rate])
    await client.query(postTransfer, [merchantId, rate])
    await client.query(postLines, [merchantId])
    await client.query('commit')
  } finally {
    await client.end()
  }
} // prettier-ignore
interface Sums {
  count: string
}

const own = `merchant_id = $1 and environment = 'sandbox'`
const ofCut = `${own} and settlement_ref = 'CUT'`
const waiting = `payments where ${own} and currency = 'JPY' and remit_status = 'PSP_SETTLED' and not held and status = 'Success'
  and psp_settled_at < date_trunc('day', now(), '${zone}')`
const withheld = `half_even(case country when 'JP' then amount_minor * 0.01 when 'TH' then (fee_minor + fee_tax_minor) * 0.03 else 0 end)::bigint`
const soldOn = `(created_at at time zone '${zone}')::date`

const sums = `select count(*), sum(amount_minor), sum(fee_minor + fee_tax_minor), sum(${withheld}) from ${waiting}`
const soldByDay = `select ${soldOn}::text as day, sum(amount_minor) from ${waiting} group by 1`
const insertItems = `
  insert into remittance_items (merchant_id, environment, settlement_ref, kind, ref, order_ref, currency, amount_minor, fee_minor, withholding_minor, sold_on,
    country, payment_method, channel_key, at)
  select merchant_id, 'sandbox', 'CUT', 'payment', order_ref, order_ref, currency, amount_minor, fee_minor + fee_tax_minor, ${withheld}, ${soldOn}, country,
    payment_method, channel_key, psp_settled_at
  from ${waiting}`
/** As they are returned to who counts them. */
const markPayments = `
  update payments p set remit_status = 'IN_SETTLEMENT' from remittance_items i
  where i.merchant_id = $1 and i.environment = 'sandbox' and i.settlement_ref = 'CUT' and p.merchant_id = $1 and p.environment = 'sandbox'
    and p.order_ref = i.ref and p.remit_status = 'PSP_SETTLED'`
const checkItems = `select count(*), sum(amount_minor), sum(fee_minor), sum(withholding_minor) from remittance_items where ${ofCut}`

/** A tranche and a row of the statement for each day. */
const hold = `
  with held as (
    select d::date as day, n, half_even(sum(amount_minor) * $3::numeric * 100) as sold, half_even(half_even(sum(amount_minor) * $3::numeric * 100) * 0.1) as held
    from unnest($2::text[]) with ordinality as days (d, n) join remittance_items i on ${ofCut} and sold_on = d::date group by 1, 2
  ), tranches as (
    insert into reserve_tranches (merchant_id, environment, tranche_id, settlement_ref, kind, sold_on, sold_minor, percent, held_minor, left_minor, release_on, created_at)
    select $1::uuid, 'sandbox', gen_random_uuid(), 'CUT', 'rolling', day, sold, 10, held, held, day + 30, now() from held returning *
  ), balance as (
    insert into reserves (merchant_id, environment, currency, balance_minor, last_movement, updated_at)
    select $1::uuid, 'sandbox', 'USD', sum(held_minor), count(*), now() from tranches
  )
  insert into reserve_movements (merchant_id, environment, number, at, kind, settlement_ref, tranche_id, sold_on, release_on, currency, amount_minor, balance_minor,
    transfer_id)
  select $1::uuid, 'sandbox', row_number() over (order by sold_on), now(), 'rolling_hold', 'CUT', tranche_id, sold_on, release_on, 'USD', held_minor,
    sum(held_minor) over (order by sold_on), $1 from tranches`
const keep = `
  update remittances set status = 'Calculated', txn_count = count, total_txn_amount_sc = sold, txn_fee_sc = fee, withholding_tax_sc = withheld,
    source_forex_rate = $2::numeric, total_txn_amount_bc = half_even(sold * $2::numeric * 100), txn_fee_bc = half_even(fee * $2::numeric * 100), wht_bc = half_even(withheld * $2::numeric * 100),
    net_source_bc = half_even((sold - fee - withheld) * $2::numeric * 100), rounding_bc = half_even((sold - fee - withheld) * $2::numeric * 100) -
      half_even(sold * $2::numeric * 100) + half_even(fee * $2::numeric * 100) + half_even(withheld * $2::numeric * 100),
    transfer_fee_bc = 1500, reserve_credit_bc = (select sum(held_minor) from reserve_tranches where ${ofCut}), cut_forex_rate = 1378.72875
  from (select count(*), sum(amount_minor) as sold, sum(fee_minor) as fee, sum(withholding_minor) as withheld from remittance_items where ${ofCut}) i
  where ${ofCut}`
const postTransfer = `
  insert into ledger_transfers (merchant_id, environment, transfer_id, kind, business_key, object_type, object_ref, at, rate)
  values ($1, 'sandbox', $1, 'remittance.cut', 'remittance:CUT:cut', 'remittance', 'CUT', now(), $2)`
const postLines = `
  insert into ledger_entries (merchant_id, environment, transfer_id, line, account, currency, amount_minor)
  select $1::uuid, 'sandbox', $1, line, account, currency, amount from remittances r, lateral (values
    (1, 'merchant_payable', 'JPY', total_txn_amount_sc - txn_fee_sc), (2, 'wht_payable', 'JPY', -withholding_tax_sc), (3, 'fx_position', 'JPY', -net_sc),
    (4, 'fx_position', 'USD', net_source_bc), (5, 'remit_clearing', 'USD', -net_bc), (6, 'reserve', 'USD', -reserve_credit_bc),
    (7, 'transfer_fee_payable', 'USD', -transfer_fee_bc)) lines (line, account, currency, amount)
  where r.merchant_id = $1 and r.environment = 'sandbox' and r.settlement_ref = 'CUT'`
