import { sql, type RawBuilder } from 'kysely'
import type { Currency } from '#contract/kit/money.ts'
import { dayAt, type Day } from '#contract/kit/zoned-day.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** One of our own transactions of a channel, as records are compared. */
export interface OwnRecord {
  /** What makes it the same again: of a payment, of a refund, or of what another party has told of. */
  identity: string
  type: 'payment' | 'refund'
  at: Date
  /** Signed from the merchant's side, in minor units. */
  amount_minor: bigint
  currency: Currency
  /** Fee and tax as they were booked when the payment was captured; 0 where none was. */
  fee_minor: bigint
  tax_minor: bigint
  merchant_ref: string
  /** The channel's reference. */
  provider_ref: string
  /** Of a refund, our reference of its payment. */
  parent_ref: string
  method: string
  country: string
}
export interface OwnRange {
  channelKey: string
  /** The channel's other names in what other parties have told of. */
  names?: readonly string[]
  from: Date
  /** Exclusive. */
  to: Date
}

/**
 * Our own transactions of a channel as one set of rows, for whatever compares them: payments that succeeded, by the moment of their
 * capture, refunds that went out, and what other parties have told of under the channel's name. Payments are looked for among those
 * that were begun up to 60 days before, so that the range of an index is read and not all payments.
 */
export function ownRecords(ctx: Ctx, range: OwnRange): RawBuilder<OwnRecord> {
  const { merchantId, environment } = ctx.owner
  const { channelKey, from, to } = range
  const names = [channelKey, ...(range.names ?? [])].map((name) => name.toLowerCase())
  return sql<OwnRecord>`
    select 'payment:' || p.order_ref as identity, 'payment' as type, t.at, p.amount_minor, p.currency, p.fee_minor,
      p.fee_tax_minor as tax_minor, p.merchant_order_ref as merchant_ref, p.channel_order_ref as provider_ref, '' as parent_ref,
      p.payment_method as method, p.country
    from payments p
      join ledger_transfers t on t.merchant_id = p.merchant_id and t.environment = p.environment
        and t.business_key = 'payment:' || p.order_ref || ':captured'
    where p.merchant_id = ${merchantId} and p.environment = ${environment} and p.status = 'Success' and p.channel_key = ${channelKey}
      and p.created_at >= ${from}::timestamptz - interval '60 days' and p.created_at < ${to} and t.at >= ${from} and t.at < ${to}
    union all
    select 'refund:' || r.refund_id, 'refund', t.at, -r.amount_minor, r.currency, 0, 0, p.merchant_order_ref, r.psp_refund_id, r.order_ref,
      p.payment_method, p.country
    from refunds r
      join payments p on p.merchant_id = r.merchant_id and p.environment = r.environment and p.order_ref = r.order_ref
      join ledger_transfers t on t.merchant_id = r.merchant_id and t.environment = r.environment
        and t.business_key = 'refund:' || r.refund_id || ':succeeded'
    where r.merchant_id = ${merchantId} and r.environment = ${environment} and r.status = 'SUCCESS' and r.channel_key = ${channelKey}
      and t.at >= ${from} and t.at < ${to}
    union all
    select 'told:' || x.transaction_key, case x.status when 'Success' then 'payment' else 'refund' end, x.occurred_at,
      case x.status when 'Success' then x.amount_minor else -x.amount_minor end, x.currency, coalesce(x.fee_minor, 0), 0,
      x.merchant_order_ref, x.channel_order_ref, '', x.method, ''
    from third_party_transactions x
    where x.merchant_id = ${merchantId} and x.environment = ${environment} and x.status in ('Success', 'Refunded')
      and lower(x.channel) = any (${names}) and x.occurred_at >= ${from} and x.occurred_at < ${to}`
}

/** The first and last day of some records; null without any. */
export interface Period {
  from: Day
  to: Day
}

/**
 * The first and last day, in the merchant's zone, on which our own transactions of the channels began, by channel. Each is one look
 * into an index, however many payments there are. `names` are the lower-case names under which others tell of a channel.
 */
export async function ownPeriods(
  ctx: Ctx,
  channels: readonly { channelKey: string; names: readonly string[] }[],
): Promise<Map<string, Period>> {
  const { time_zone: zone } = await merchantOf(ctx)
  const found = await Promise.all(channels.map((channel) => ownSpan(ctx, channel)))
  return new Map(
    found.flatMap((span, at) => {
      const { channelKey } = channels[at] as (typeof channels)[number]
      const { first, last } = span ?? { first: null, last: null }
      return first && last ? [[channelKey, { from: dayAt(first, zone), to: dayAt(last, zone) }] as const] : []
    }),
  )
}

async function ownSpan(ctx: Ctx, { channelKey, names }: { channelKey: string; names: readonly string[] }) {
  const { merchantId, environment } = ctx.owner
  const ends = sql<{ first: Date | null; last: Date | null }>`
    select least(p.first, x.first) as first, greatest(p.last, x.last) as last from
      (select
        (select created_at from payments where merchant_id = ${merchantId} and environment = ${environment} and status = 'Success'
          and channel_key = ${channelKey} order by created_at limit 1) as first,
        (select created_at from payments where merchant_id = ${merchantId} and environment = ${environment} and status = 'Success'
          and channel_key = ${channelKey} order by created_at desc limit 1) as last) p,
      (select min(occurred_at) as first, max(occurred_at) as last from third_party_transactions
        where merchant_id = ${merchantId} and environment = ${environment} and status in ('Success', 'Refunded')
          and lower(channel) = any (${names.map((name) => name.toLowerCase())})) x`
  return (await ends.execute(ctx.db)).rows[0]
}
