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

/**
 * Gathers what stands in a settlement, in `cut_items`, a table of this transaction: payments that their provider had settled before the cut,
 * refunds of payments that are in this or an earlier settlement, those that failed after they were taken, and adjustments.
 */
export async function gather(
  ctx: Ctx,
  { source_currency: source, cut_on: until }: RemittanceRow,
  { withholding }: TermsRow,
): Promise<Gathered> {
  const { time_zone: zone } = await merchantOf(ctx)
  const owner = [ctx.owner.merchantId, ctx.owner.environment, source, startOfDay(until, zone)]
  await ctx.tx.query('drop table if exists cut_items', [])
  await ctx.tx.query(
    `create temporary table cut_items on commit drop as
     with sold as (
       select order_ref, coalesce((fee_terms ->> 'amount_minor')::bigint, amount_minor) as amount, fee_minor + fee_tax_minor as fee, country,
         payment_method, channel_key, psp_settled_at, created_at
       from payments where merchant_id = $1 and environment = $2 and currency = $3 and remit_status = 'PSP_SETTLED' and psp_settled_at < $4
         and status = 'Success' and not held)
     select 'payment' as kind, order_ref as ref, order_ref, amount as amount_minor, fee as fee_minor,
       half_even(case w.of ->> 'on' when 'amount' then amount when 'fee' then fee else 0 end * coalesce((w.of ->> 'percent')::numeric, 0) / 100)::bigint
         as withholding_minor,
       (created_at at time zone $5)::date as sold_on, country, payment_method, channel_key, psp_settled_at as at
     from sold cross join lateral (select $6::jsonb -> country as of) w
     union all
     select case r.remit_status when 'WAITING' then 'refund' else 'refund_failed' end, r.refund_id, r.order_ref,
       case r.remit_status when 'WAITING' then r.amount_minor else -r.amount_minor end, 0, 0,
       (p.created_at at time zone $5)::date, p.country, p.payment_method, p.channel_key, r.updated_at
     from refunds r join payments p on p.merchant_id = $1 and p.environment = $2 and p.order_ref = r.order_ref
     where r.merchant_id = $1 and r.environment = $2 and r.currency = $3 and not r.from_suspense and r.created_at < $4
       and (r.remit_status = 'WAITING' and r.status <> 'FAIL' and (p.remit_status in ('IN_SETTLEMENT', 'REMITTED') or p.order_ref in (select order_ref from sold))
         or r.remit_status = 'DEDUCTED' and r.status = 'FAIL')
     union all
     select 'adjustment', a.adjustment_id::text, '', a.amount_minor, 0, 0, null, '', '', '', a.created_at
     from remittance_adjustments a where a.merchant_id = $1 and a.environment = $2 and a.source_currency = $3 and a.created_at < $4
       and not exists (select from remittance_items i where i.merchant_id = $1 and i.environment = $2 and i.kind = 'adjustment' and i.ref = a.adjustment_id::text)`,
    [...owner, zone, JSON.stringify(withholding)],
  ) // prettier-ignore
  const [sums] = await ctx.tx.query<Sums>(
    `select count(*)::int as count, count(*) filter (where kind = 'payment')::int as payments,
       count(*) filter (where kind in ('refund', 'refund_failed'))::int as refunds,
       coalesce(sum(amount_minor) filter (where kind in ('payment', 'adjustment')), 0)::bigint as total, coalesce(sum(amount_minor) filter (where kind = 'adjustment'), 0)::bigint as adjusted, coalesce(sum(fee_minor), 0)::bigint as fee,
       coalesce(sum(withholding_minor), 0)::bigint as withholding,
       coalesce(sum(amount_minor) filter (where kind in ('refund', 'refund_failed')), 0)::bigint as refunded
     from cut_items`,
    [],
  )
  if (!sums) throw new Error('a sum without a group has one row')
  const days = await ctx.tx.query<{ day: Day; sold: bigint }>(
    `select sold_on::text as day, sum(amount_minor)::bigint as sold from cut_items where kind = 'payment' group by 1 order by 1`,
    [],
  )
  return {
    count: sums.count,
    payments: sums.payments,
    refunds: sums.refunds,
    sums: {
      totalMinor: sums.total,
      feeMinor: sums.fee,
      withholdingMinor: sums.withholding,
      refundMinor: sums.refunded,
    },
    adjustedMinor: sums.adjusted,
    days: days.map(({ day, sold }) => ({ soldOn: day, soldMinor: sold })),
  }
}
interface Sums {
  count: number
  payments: number
  refunds: number
  total: bigint
  adjusted: bigint
  fee: bigint
  withholding: bigint
  refunded: bigint
}

/**
 * Takes what was gathered into the settlement: each by a guarded update, so that what has changed since it was gathered fails the
 * transaction, which is then repeated.
 */
export async function takeItems(ctx: Ctx, { settlement_ref: ref }: RemittanceRow): Promise<void> {
  const owner = [ctx.owner.merchantId, ctx.owner.environment]
  const [taken] = await ctx.tx.query<{ short: number }>(
    `with payments_taken as (
       update payments p set remit_status = 'IN_SETTLEMENT' from cut_items c where p.merchant_id = $1 and p.environment = $2 and c.kind = 'payment'
         and p.order_ref = c.ref and p.remit_status = 'PSP_SETTLED' and not p.held returning 1),
     refunds_taken as (
       update refunds r set remit_status = 'DEDUCTED' from cut_items c where r.merchant_id = $1 and r.environment = $2 and c.kind = 'refund'
         and r.refund_id = c.ref and r.remit_status = 'WAITING' and r.status <> 'FAIL' returning 1),
     refunds_back as (
       update refunds r set remit_status = 'GIVEN_BACK' from cut_items c where r.merchant_id = $1 and r.environment = $2 and c.kind = 'refund_failed'
         and r.refund_id = c.ref and r.remit_status = 'DEDUCTED' and r.status = 'FAIL' returning 1),
     kept as (
       insert into remittance_items (merchant_id, environment, settlement_ref, kind, ref, order_ref, amount_minor, fee_minor, withholding_minor, sold_on,
         country, payment_method, channel_key, at)
       select $1, $2, $3, kind, ref, order_ref, amount_minor, fee_minor, withholding_minor, sold_on, country, payment_method, channel_key, at from cut_items)
     select (select count(*) from cut_items where kind <> 'adjustment') - (select count(*) from payments_taken)
       - (select count(*) from refunds_taken) - (select count(*) from refunds_back) as short`,
    [...owner, ref],
  )
  if (Number(taken?.short ?? 0) !== 0) throw new Error(`what settlement ${ref} takes has changed meanwhile`)
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
