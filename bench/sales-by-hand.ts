import { asOwner } from './as-owner.ts'
import { zone } from './merchant-abroad.ts'

/** The sums that the summary and the dashboard show, from the rows themselves: half to even, once, in the base currency. */
const decimals = (currency: string) => `case when ${currency} in ('JPY', 'VND', 'KRW') then 0 else 2 end`
/** What a unit of a currency is in dollars on a day, to ten places, through the euro. */
const crossed = (
  currency: string,
  day: string,
) => `(select case ${currency} when 'USD' then 1 else half_even(d.rate * 10000000000 / s.rate) / 10000000000 end
  from reference_rates s, reference_rates d where s.day = ${day} and s.currency = ${currency} and d.day = ${day} and d.currency = 'USD')`

interface Of {
  merchantId: string
  from: string
  to: string
}
interface Row {
  key: string
  sums: string[]
}
const mapOf = (rows: readonly Row[]) => new Map(rows.map(({ key, sums }) => [key, sums.map(BigInt)]))

const sums = `coalesce(sum(i.amount_minor) filter (where i.kind in ('payment', 'adjustment')), 0) as sold, sum(i.fee_minor) as fee,
  sum(i.withholding_minor) as wht, coalesce(sum(i.amount_minor) filter (where i.kind in ('refund', 'refund_failed')), 0) as refunded`
const settled = `remittances r join remittance_items i using (merchant_id, environment, settlement_ref)
  where r.merchant_id = $1 and r.environment = 'sandbox' and r.status <> 'Open' and r.period_to between $2 and $3`
const inBase = (figure: string) =>
  `sum(half_even(${figure} * rate * power(10::numeric, 2 - ${decimals('source_currency')})))::bigint::text`
const grouped = (key: string) => `
  select key, array[${['sold', 'fee', 'wht', 'refunded'].map(inBase).join(', ')}] as sums from (
    select ${key} as key, r.settlement_ref, r.source_currency, r.source_forex_rate as rate, ${sums} from ${settled} group by 1, 2, 3, 4
  ) g group by key` // prettier-ignore

/** Sold, fees, withheld and refunded of the settlements of each bucket. */
export const settledByHand = async (ownerUrl: string, { merchantId, from, to, frequency }: Of & { frequency: string }) =>
  mapOf(await asOwner<Row>(ownerUrl, grouped(`date_trunc('${frequency}', r.period_to::timestamp)::date::text`), [merchantId, from, to])) // prettier-ignore

/** The same of each value of a field. */
export const settledByFieldByHand = async (ownerUrl: string, { merchantId, from, to, field }: Of & { field: string }) =>
  mapOf(await asOwner<Row>(ownerUrl, grouped(field === 'source_currency' ? 'r.source_currency' : `i.${field}`), [merchantId, from, to])) // prettier-ignore

const keys = {
  nothing: `''`,
  payment_method: 'payment_method',
  country: 'country',
  currency: 'currency',
  month: `to_char(day, 'YYYY-MM')`,
}
/** The volume of succeeded payments in another currency than the merchant's own, at the rates of their days, and their number. */
export async function salesByHand(
  ownerUrl: string,
  { merchantId, from, to, by }: { merchantId: string; from: Date; to: Date; by: keyof typeof keys },
) {
  const days = `select (created_at at time zone '${zone}')::date as day, currency, payment_method, country, sum(amount_minor) as amount, count(*) as count
    from payments where merchant_id = $1 and environment = 'sandbox' and status = 'Success' and currency <> 'KRW' and created_at >= $2 and created_at < $3
    group by 1, 2, 3, 4`
  const sql = `
    select ${keys[by]} as key, array[half_even(sum(amount * ${crossed('x.currency', 'x.day')} * power(10::numeric, 2 - ${decimals('x.currency')})))::bigint::text, sum(count)::text] as sums
    from (${days}) x group by 1`
  return mapOf(await asOwner<Row>(ownerUrl, sql, [merchantId, from, to]))
}
