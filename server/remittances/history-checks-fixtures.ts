import type { RemittanceRow } from './rows.ts'
import type { History } from './histories-fixtures.ts'
import { minor, type Fraction, type ModelRow } from './model.ts'

interface Cut {
  ref: string
  outcome: string
  said: ModelRow | string
  day: number
  source: string
}

/** Where the row of a cut is another than the model's. */
export async function differencesOf(
  { shop, seed, currency, decimals }: History,
  { ref, outcome, said, day, source }: Cut,
): Promise<string[]> {
  const about = `history ${seed}, day ${day}, ${currency} at ${source}`
  if (typeof said === 'string' || outcome !== 'cut')
    return outcome === said ? [] : [`${about}: ${outcome}, not ${typeof said === 'string' ? said : 'cut'}`]
  const row = (await shop.rows()).find(({ settlement_ref }) => settlement_ref === ref)
  if (!row) return [`${about}: no row`]
  const [sc, bc] = [(of: Fraction) => minor(of, decimals), (of: Fraction) => minor(of, 2)]
  const expected = {
    txn_count: said.payments, refund_count: said.refunds, total_txn_amount_sc: sc(said.total), txn_fee_sc: sc(said.fee), withholding_tax_sc: sc(said.withheld),
    refund_amount_sc: sc(said.refunded), total_txn_amount_bc: bc(said.inBase.total), txn_fee_bc: bc(said.inBase.fee), wht_bc: bc(said.inBase.withheld),
    refund_amount_bc: bc(said.inBase.refunded), net_source_bc: bc(said.netSource), rounding_bc: bc(said.rounding), reserve_credit_bc: bc(said.credit),
    reserve_debit_bc: bc(said.debit), transfer_fee_bc: bc(said.transferFee), net_bc: bc(said.net),
  } satisfies Partial<RemittanceRow> // prettier-ignore
  return Object.entries<number | bigint>(expected).flatMap(([name, value]) =>
    row[name as keyof typeof expected] === value
      ? []
      : [`${about}: ${name} ${row[name as keyof typeof expected]}, not ${value}`],
  )
}

/**
 * At the end of a history: the reserve is the model's, what was settled and what waits is what was sold less what was taken, the ledger comes
 * to zero in each currency, and its checks find nothing.
 */
export async function sumsThatDiffer(history: History): Promise<string[]> {
  const { shop, seed, model, sales, refunds, adjustments, decimals } = history
  const about = `history ${seed}`
  const sc = (all: readonly Fraction[]) => all.reduce((sum, one) => sum + minor(one, decimals), 0n)
  const [own] = await shop.sql<{ reserved: bigint; net: bigint; withheld: bigint; waits: bigint; unmade: bigint }>(
    `select coalesce((select balance_minor from reserves where merchant_id = $1), 0)::bigint as reserved,
       (select coalesce(sum(net_sc), 0) from remittances where merchant_id = $1)::bigint as net,
       (select coalesce(sum(withholding_tax_sc), 0) from remittances where merchant_id = $1)::bigint as withheld,
       (select coalesce(sum(amount_minor - fee_minor), 0) from payments where merchant_id = $1 and remit_status = 'PSP_SETTLED')::bigint as waits,
       (select coalesce(sum(amount_minor), 0) from remittance_adjustments a where merchant_id = $1
          and not exists (select 1 from remittance_items i where i.merchant_id = $1 and i.ref = a.adjustment_id::text))::bigint as unmade`,
  )
  if (!own) throw new Error('no sums')
  const deducted = await shop.sql<{ id: string; minor: bigint }>(
    `select refund_id as id, amount_minor as minor from refunds where merchant_id = $1 and remit_status = 'DEDUCTED'`,
  )
  const settled = sales.filter(({ settledAt }) => settledAt !== null)
  const sold = sc(settled.map(({ amount }) => amount)) - sc(settled.map(({ fee }) => fee))
  const taken = own.withheld + deducted.reduce((sum, one) => sum + one.minor, 0n)
  const differ = (what: string, is: bigint, not: bigint) => (is === not ? [] : [`${about}: ${what} ${is}, not ${not}`])
  const unbalanced = await shop.sql<{ currency: string }>(
    'select currency from ledger_entries where merchant_id = $1 group by currency having sum(amount_minor) <> 0',
  )
  return [
    ...differ('the reserve has', own.reserved, minor(model.held(), 2)),
    ...differ(
      'settled and waiting are',
      own.net + own.waits + own.unmade,
      sold - taken + sc(adjustments.map(({ amount }) => amount)),
    ),
    ...differ('more deducted than refunds asked for', BigInt(deducted.length > refunds.length ? 1 : 0), 0n),
    ...unbalanced.map(({ currency }) => `${about}: the ledger is off in ${currency}`),
    ...(await shop.findings()).map(({ invariant, detail }) => `${about}: ${invariant}: ${detail}`),
  ]
}
