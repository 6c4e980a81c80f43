import { fieldFault } from '#contract/faults.ts'
import type { Input, Output } from '#contract/kit/call.ts'
import { currencies, type Currency } from '#contract/kit/money.ts'
import { dayAfter, dayAt, startOfDay, weekdayOf, type Day } from '#contract/kit/zoned-day.ts'
import { limits } from '#contract/limits.ts'
import type { summariseRemittances, summariseRemittancesBy } from '#contract/remittance-summary.ts'
import { baseCurrency } from '#contract/remittance-terms.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { channelNames } from './channel-names.ts'
import { crossBorderOf } from './merchant.ts'
import { waitingOf } from './waiting.ts'

type Asked = Input<typeof summariseRemittances>['body']
type AskedBy = Input<typeof summariseRemittancesBy>['body']
type Frequency = NonNullable<Asked['frequency']>
/** How many minor units of the base currency a minor unit of each is, were they worth the same, as rows of SQL. */
const shifts = Object.entries(currencies)
  .map(([code, exponent]) => `('${code}', ${10 ** (currencies[baseCurrency] - exponent)})`)
  .join(', ')

/** Settlements in buckets of time. Throws `invalidRequest` at the field for a stretch that is turned round or has too many buckets. */
export async function summarise(ctx: Ctx, asked: Asked): Promise<Output<typeof summariseRemittances>> {
  const { frequency = 'day' } = asked
  const { timeZone } = await crossBorderOf(ctx)
  const { from, to } = stretchOf(asked, dayAt(ctx.now, timeZone))
  const days = bucketsOf(from, to, frequency)
  const rows = await sumsOf(ctx, {
    ...asked,
    from,
    to,
    by: `date_trunc('${frequency}', r.period_to::timestamp)::date::text`,
  })
  const found = new Map(rows.map((row) => [row.key, row]))
  const buckets = days.map((day) => ({
    ...(found.get(day) ?? nothing),
    // What the sums have as their key is the text of the day.
    key: startOfDay(day, timeZone).getTime(),
    key_as_string: day,
  }))
  return paged(asked, buckets, await besideOf(ctx, from, to))
}

/** Settlements by a field of their sales. */
export async function summariseBy(
  ctx: Ctx,
  { field, ...asked }: AskedBy,
): Promise<Output<typeof summariseRemittancesBy>> {
  const { timeZone } = await crossBorderOf(ctx)
  const { from, to } = stretchOf(asked, dayAt(ctx.now, timeZone))
  const isOfWhole = field === 'source_currency' || field === 'destination_currency'
  const rows = await sumsOf(ctx, { ...asked, from, to, by: isOfWhole ? `r.${field}` : `i.${field}`, isOfWhole })
  const names = field === 'channel_key' ? await channelNames(ctx) : new Map<string, string>()
  return paged(asked, rows.map((row) => ({ ...row, key_as_string: names.get(row.key) ?? row.key })), await besideOf(ctx, from, to)) // prettier-ignore
}

function stretchOf({ from_date, to_date }: Pick<Asked, 'from_date' | 'to_date'>, today: Day): { from: Day; to: Day } {
  const to = to_date ?? today
  const from = from_date ?? dayAfter(to, -29)
  if (from > to) throw fieldFault('invalidRequest', 'to_date', 'too_small')
  return { from, to }
}

const firstOf: Record<Frequency, (day: Day) => Day> = {
  day: (day) => day,
  week: (day) => dayAfter(day, 1 - weekdayOf(day)),
  month: (day) => `${day.slice(0, 7)}-01`,
  year: (day) => `${day.slice(0, 4)}-01-01`,
}
const longest: Record<Frequency, number> = { day: 1, week: 7, month: 31, year: 366 }
function bucketsOf(from: Day, to: Day, frequency: Frequency): Day[] {
  const days: Day[] = []
  for (let day = firstOf[frequency](from); day <= to; day = firstOf[frequency](dayAfter(day, longest[frequency]))) {
    if (days.length === limits.summaryBuckets) throw fieldFault('invalidRequest', 'from_date', 'too_many')
    days.push(day)
  }
  return days
}

interface Sums {
  base_currency: Currency
  total_txn_amount_bc: bigint
  txn_fee_bc: bigint
  wht_bc: bigint
  refund_amount_bc: bigint
  total_settlement_amount_bc: bigint
  net_remit: bigint
  remit_fee: bigint
  settlements: number
  net_remit_dc: { currency: Currency; amount: bigint }[]
}
const nothing: Sums = {
  base_currency: baseCurrency, total_txn_amount_bc: 0n, txn_fee_bc: 0n, wht_bc: 0n, refund_amount_bc: 0n, total_settlement_amount_bc: 0n,
  net_remit: 0n, remit_fee: 0n, settlements: 0, net_remit_dc: [],
} // prettier-ignore
interface AskedSums extends Pick<Asked, 'recon_type' | 'filters' | 'source'> {
  from: Day
  to: Day
  /** What the rows are grouped by, in SQL. */
  by: string
  isOfWhole?: boolean
}

/**
 * Figures of the settlements by their own rounded amounts where the whole is asked for, and else by those of each group of their items.
 * Index: remittances_newest, primary key of the sums.
 */
async function sumsOf(ctx: Ctx, { from, to, by, filters = {}, recon_type: type = 'all', source = 'all', isOfWhole = true }: AskedSums): Promise<(Sums & { key: string })[]> {
  const values = [ctx.owner.merchantId, ctx.owner.environment, from, to, filters.source_currency ?? null, filters.destination_currency ?? null]
  const where = `r.merchant_id = $1 and r.environment = $2 and r.status <> 'Open' and r.period_to between $3::date and $4::date
    and ($5::text is null or r.source_currency = $5) and ($6::text is null or r.destination_currency = $6)`
  ctx.tx.planForEach()
  const rows = await ctx.tx.query<{ key: string; sold: bigint; fee: bigint; wht: bigint; refunded: bigint; net: bigint; remit_fee: bigint; settlements: number; sent: Record<string, string> }>(
    isOfWhole
      ? `select key, sum(sold)::bigint as sold, sum(fee)::bigint as fee, sum(wht)::bigint as wht, sum(refunded)::bigint as refunded, sum(net)::bigint as net,
           sum(remit_fee)::bigint as remit_fee, sum(settlements)::int as settlements, jsonb_object_agg(destination_currency, sent::text) as sent
         from (select ${by} as key, r.destination_currency, sum(r.total_txn_amount_bc${source === 'PSP' ? adjusted : ''}) as sold, sum(r.txn_fee_bc) as fee, sum(r.wht_bc) as wht,
           sum(r.refund_amount_bc) as refunded, sum(r.net_bc) as net, sum(r.transfer_fee_bc) as remit_fee, count(*) as settlements,
           sum(coalesce(r.net_amount_transferred_dc, 0)) as sent from remittances r where ${where} group by 1, 2) g
         group by key order by key`
      : `select key, sum(half_even(sold * f))::bigint as sold, sum(half_even(fee * f))::bigint as fee, sum(half_even(wht * f))::bigint as wht,
           sum(half_even(refunded * f))::bigint as refunded, 0::bigint as net, 0::bigint as remit_fee, count(*)::int as settlements, '{}'::jsonb as sent
         from (select ${by} as key, r.settlement_ref, r.source_forex_rate * u.shift as f,
           sum(i.sold_minor${source === 'PSP' ? '' : ' + i.adjusted_minor'}) as sold, sum(i.fee_minor) as fee, sum(i.withholding_minor) as wht, sum(i.refunded_minor) as refunded
           from remittances r join remittance_sums i on i.merchant_id = $1 and i.environment = $2 and i.settlement_ref = r.settlement_ref
             join (values ${shifts}) u (currency, shift) on u.currency = r.source_currency
           where ${where} group by 1, 2, 3) g
         group by key order by key`,
    values,
  )
  return rows.map((row) => {
    const [sold, fee, wht] = type === 'refund' ? [0n, 0n, 0n] : [row.sold, row.fee, row.wht]
    const refunded = type === 'payment' ? 0n : row.refunded
    return {
      key: row.key, base_currency: baseCurrency, total_txn_amount_bc: sold, txn_fee_bc: fee, wht_bc: wht, refund_amount_bc: refunded,
      total_settlement_amount_bc: sold - fee - wht - refunded, net_remit: row.net, remit_fee: row.remit_fee, settlements: row.settlements,
      net_remit_dc: Object.entries(row.sent).map(([currency, amount]) => ({ currency: currency as Currency, amount: BigInt(amount) })),
    }
  })
} // prettier-ignore

/** What adjustments have added to a settlement, in the base currency. Index: primary key of the sums. */
const adjusted = ` - coalesce((select half_even(sum(i.adjusted_minor) * r.source_forex_rate * u.shift) from remittance_sums i, (values ${shifts}) u (currency, shift)
  where i.merchant_id = $1 and i.environment = $2 and i.settlement_ref = r.settlement_ref and u.currency = r.source_currency group by u.shift), 0)`

function paged<Row>(
  { page = 1, pagesize: size = limits.pageSize }: Pick<Asked, 'page' | 'pagesize'>,
  rows: readonly Row[],
  beside: Awaited<ReturnType<typeof besideOf>>,
) {
  const content = rows.slice((page - 1) * size, page * size)
  return {
    content,
    total_elements: rows.length,
    total_capped: false,
    next_cursor: null,
    previous_cursor: null,
    page,
    size,
    ...beside,
  }
}

/** What waits to be remitted, beside each page of sums. */
async function besideOf(ctx: Ctx, from: Day, to: Day) {
  const { credit_amount, parts } = await waitingOf(ctx)
  return {
    PSP_SETTLED: { currency: baseCurrency, credit_amount, parts: parts.map(({ in_base: _, ...part }) => part) },
    from_date: from,
    to_date: to,
  }
}
