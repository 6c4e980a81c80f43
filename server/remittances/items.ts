import { insertFrom } from '#server/db/engine/insert-from.ts'
import { startOfDay, type Day } from '#contract/kit/zoned-day.ts'
import type { SumsOfSource } from '#contract/waterfall.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { RemittanceRow } from './rows.ts'
import type { TermsRow } from './terms.ts'

/** The sales of a day of the merchant's zone. */
export interface SoldOnDay {
  soldOn: Day
  soldMinor: bigint
}
export interface Gathered {
  count: number
  payments: number
  refunds: number
  sums: SumsOfSource
  /** What of the total was not sold, but added by the operator. */
  adjustedMinor: bigint
  days: SoldOnDay[]
}

/** The rows of a settlement, as a statement selects them: its columns, and from where. */
interface Part {
  columns: string
  from: string
}
const amount = `coalesce((p.fee_terms ->> 'amount_minor')::bigint, p.amount_minor)`
const fee = 'p.fee_minor + p.fee_tax_minor'
const of = `$6::jsonb -> p.country`
const withheld = `half_even(case ${of} ->> 'on' when 'amount' then ${amount} when 'fee' then ${fee} else 0 end
  * coalesce((${of} ->> 'percent')::numeric, 0) / 100)::bigint`
const soldOn = '(p.created_at at time zone $5)::date'
const about = 'p.country, p.payment_method, p.channel_key'
/** Payments that their provider had settled before the cut. */
const isSettled = `p.remit_status = 'PSP_SETTLED' and p.psp_settled_at < $4 and p.status = 'Success' and not p.held`
const payments: Part = {
  columns: `'payment', p.order_ref, p.order_ref, ${amount}, ${fee}, ${withheld}, ${soldOn}, ${about}, p.psp_settled_at, ''`,
  from: `payments p where p.merchant_id = $1 and p.environment = $2 and p.currency = $3 and ${isSettled}`,
}
const refunded = `refunds r join payments p on p.merchant_id = $1 and p.environment = $2 and p.order_ref = r.order_ref
  where r.merchant_id = $1 and r.environment = $2 and r.currency = $3 and r.created_at < $4`
/** Refunds of payments that are in this settlement or an earlier one. */
const refunds: Part = {
  columns: `'refund', r.refund_id, r.order_ref, r.amount_minor, 0, 0, ${soldOn}, ${about}, r.created_at, ''`,
  from: `${refunded} and r.remit_status = 'WAITING' and r.status <> 'FAIL' and (p.remit_status in ('IN_SETTLEMENT', 'REMITTED') or ${isSettled})`,
}
/** Refunds that failed after they were taken. */
const returned: Part = {
  columns: `'refund_failed', r.refund_id, r.order_ref, -r.amount_minor, 0, 0, ${soldOn}, ${about}, r.updated_at, ''`,
  from: `${refunded} and r.remit_status = 'DEDUCTED' and r.status = 'FAIL'`,
}
const adjustments: Part = {
  columns: `'adjustment', a.adjustment_id::text, '', a.amount_minor, 0, 0, null::date, '', '', '', a.created_at, a.reason`,
  from: `remittance_adjustments a where a.merchant_id = $1 and a.environment = $2 and a.source_currency = $3 and a.created_at < $4
    and not exists (select 1 from remittance_items i where i.merchant_id = $1 and i.environment = $2 and i.kind = 'adjustment' and i.ref = a.adjustment_id::text)`,
}
/** Refunds come before their payments are marked. */
const parts = [refunds, returned, adjustments, payments]

type Given = [merchantId: string, environment: string, source: string, until: Date, zone: string, withholding: string]
async function givenOf(
  ctx: Ctx,
  { source_currency: source, cut_on: until, ended_at: ended }: RemittanceRow,
  { withholding }: TermsRow,
): Promise<Given> {
  const { time_zone: zone } = await merchantOf(ctx)
  return [
    ctx.owner.merchantId,
    ctx.owner.environment,
    source,
    ended ?? startOfDay(until, zone),
    zone,
    JSON.stringify(withholding),
  ]
}

/**
 * What stands in a settlement: payments that their provider had settled before the cut, refunds of payments that are in this or an earlier
 * settlement, those that failed after they were taken, and adjustments.
 */
export async function gather(ctx: Ctx, row: RemittanceRow, terms: TermsRow): Promise<Gathered> {
  const given = await givenOf(ctx, row, terms)
  const sums = await ctx.tx.query<Sums>(
    `select kind, count(*)::int as count, sum(amount)::bigint as amount, sum(fee)::bigint as fee, sum(withheld)::bigint as withheld
     from (${parts.map(({ columns, from }) => `select ${columns} from ${from}`).join(' union all ')}) i
       (kind, ref, order_ref, amount, fee, withheld, sold_on, country, payment_method, channel_key, at, reason)
     group by kind`,
    given,
  )
  const days = await ctx.tx.query<{ day: Day; sold: bigint }>(
    `select ${soldOn}::text as day, sum(${amount})::bigint as sold from ${payments.from} and $6::jsonb is not null group by 1 order by 1`,
    given,
  )
  const of = (kind: string): Omit<Sums, 'kind'> =>
    sums.find((one) => one.kind === kind) ?? { count: 0, amount: 0n, fee: 0n, withheld: 0n }
  const [sold, refund, failed, adjusted] = [of('payment'), of('refund'), of('refund_failed'), of('adjustment')]
  return {
    count: sold.count + refund.count + failed.count + adjusted.count,
    payments: sold.count,
    refunds: refund.count + failed.count,
    sums: {
      totalMinor: sold.amount + adjusted.amount,
      feeMinor: sold.fee,
      withholdingMinor: sold.withheld,
      refundMinor: refund.amount + failed.amount,
    },
    adjustedMinor: adjusted.amount,
    days: days.map(({ day, sold: soldMinor }) => ({ soldOn: day, soldMinor })),
  }
}
interface Sums {
  kind: string
  count: number
  amount: bigint
  fee: bigint
  withheld: bigint
}

const itemColumns = [
  'merchant_id', 'environment', 'settlement_ref', 'kind', 'ref', 'order_ref', 'amount_minor', 'fee_minor', 'withholding_minor', 'sold_on',
  'country', 'payment_method', 'channel_key', 'at', 'reason', 'currency',
] // prettier-ignore

/**
 * Takes what was gathered into the settlement, and marks it by guarded updates: what has changed since it was gathered fails the
 * transaction, which is then repeated.
 */
export async function takeItems(ctx: Ctx, row: RemittanceRow, terms: TermsRow, gathered: Gathered): Promise<void> {
  const given = await givenOf(ctx, row, terms)
  const { settlement_ref: ref } = row
  for (const { columns, from } of parts)
    await insertFrom(ctx.tx, {
      table: 'remittance_items',
      columns: itemColumns,
      select: `select $1::uuid, $2::text, $7::text, ${columns}, $8::text from ${from} and $5::text is not null and $6::jsonb is not null`,
      values: [...given, ref, row.source_currency],
    })
  const owner = given.slice(0, 2)
  const items = `from remittance_items i where i.merchant_id = $1 and i.environment = $2 and i.settlement_ref = $3`
  const marked = [
    await ctx.tx.query(
      `update payments p set remit_status = 'IN_SETTLEMENT' ${items} and p.merchant_id = $1 and p.environment = $2 and i.kind = 'payment' and p.order_ref = i.ref
         and p.remit_status = 'PSP_SETTLED' and not p.held returning 1 as one`,
      [...owner, ref],
    ),
    await ctx.tx.query(
      `update refunds r set remit_status = 'DEDUCTED' ${items} and r.merchant_id = $1 and r.environment = $2 and i.kind = 'refund' and r.refund_id = i.ref
         and r.remit_status = 'WAITING' and r.status <> 'FAIL' returning 1 as one`,
      [...owner, ref],
    ),
    await ctx.tx.query(
      `update refunds r set remit_status = 'GIVEN_BACK' ${items} and r.merchant_id = $1 and r.environment = $2 and i.kind = 'refund_failed' and r.refund_id = i.ref
         and r.remit_status = 'DEDUCTED' and r.status = 'FAIL' returning 1 as one`,
      [...owner, ref],
    ),
  ]
  const groups = await ctx.tx.query<Group>(
    `select country, payment_method, channel_key, count(*)::int as count, coalesce(sum(amount_minor) filter (where kind = 'payment'), 0)::bigint as sold_minor,
       coalesce(sum(amount_minor) filter (where kind = 'adjustment'), 0)::bigint as adjusted_minor, sum(fee_minor)::bigint as fee_minor,
       sum(withholding_minor)::bigint as withholding_minor, coalesce(sum(amount_minor) filter (where kind in ('refund', 'refund_failed')), 0)::bigint as refunded_minor
     ${items} group by 1, 2, 3`,
    [...owner, ref],
  )
  // What summaries ask for, so that they need not read the items.
  const rows = groups.map(({ count: _, ...group }) => ({ settlement_ref: ref, ...group }))
  await ctx.own.insert('remittance_sums', rows).execute()
  const all = (figure: (group: Group) => bigint) => groups.reduce((sum, group) => sum + figure(group), 0n)
  const { sums } = gathered
  const isSame = groups.reduce((sum, { count }) => sum + count, 0) === gathered.count &&
    all((one) => one.sold_minor + one.adjusted_minor) === sums.totalMinor && all((one) => one.refunded_minor) === sums.refundMinor &&
    all((one) => one.fee_minor) === sums.feeMinor && all((one) => one.withholding_minor) === sums.withholdingMinor &&
    marked.reduce((total, changed) => total + changed.length, 0) === gathered.payments + gathered.refunds // prettier-ignore
  if (!isSame) throw new Error(`what settlement ${ref} takes has changed meanwhile`)
}

/** Items of the same country, method and channel. */
interface Group {
  country: string
  payment_method: string
  channel_key: string
  count: number
  sold_minor: bigint
  adjusted_minor: bigint
  fee_minor: bigint
  withholding_minor: bigint
  refunded_minor: bigint
}

/** Its payments have reached their merchant. Index: remittance_items_of_settlement. */
export async function markRemitted(ctx: Ctx, settlementRef: string): Promise<void> {
  await ctx.tx.query(
    `update payments p set remit_status = 'REMITTED' from remittance_items i
     where p.merchant_id = $1 and p.environment = $2 and i.merchant_id = $1 and i.environment = $2 and i.settlement_ref = $3 and i.kind = 'payment'
       and p.order_ref = i.ref and p.remit_status = 'IN_SETTLEMENT'`,
    [ctx.owner.merchantId, ctx.owner.environment, settlementRef],
  )
}
