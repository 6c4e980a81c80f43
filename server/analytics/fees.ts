import { refundAges } from '#contract/fees-and-refunds.ts'
import type { Currency } from '#contract/kit/money.ts'
import { refundReasons } from '#contract/refunds.ts'
import { listGeneralTerms } from '#server/fee-plan-store/charged.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Asked } from '#server/rollups/asked.ts'
import type { Stretch } from '#server/rollups/pieces.ts'
import { sumsOf } from '#server/rollups/roll-ups.ts'
import { channelNames } from './charts.ts'

/** What succeeded payments cost by channel and method, with the channel's terms of now; largest volume first. */
export async function feesOf(ctx: Ctx, asked: Asked, stretch: Stretch) {
  const [sums, names, terms] = await Promise.all([
    sumsOf(ctx, asked, stretch, { by: ['payment_method', 'channel_key'], status: 'Success', fees: true }),
    channelNames(ctx, asked),
    termsOf(ctx, asked),
  ])
  const rows = sums.map((sum) => ({
    currency: sum.currency,
    channel_key: sum.channel_key,
    payment_channel_name: names.get(sum.channel_key) ?? sum.channel_key,
    payment_method: sum.payment_method,
    count: sum.payments,
    volume: sum.amountMinor,
    fee: sum.feeMinor,
    fee_tax: sum.feeTaxMinor,
    effective: sum.amountMinor === 0n ? 0 : Number(sum.feeMinor) / Number(sum.amountMinor),
    terms: terms.get(nameOf(sum)) ?? null,
  }))
  return rows.toSorted((a, b) => Number(b.volume - a.volume))
}

/** The terms by channel and currency of one merchant; of several there is no one answer. */
async function termsOf(ctx: Ctx, { kept, unkept, environment }: Asked) {
  const [merchant, another] = [...kept, ...unkept]
  if (!merchant || another) return new Map<string, never>()
  const rows = await listGeneralTerms(ctx, { merchantId: merchant, environment })
  return new Map(
    rows.map(({ percent_fee, minimum_fee_minor: minimum_fee, flat_fee_minor: flat_fee, tax_percent, ...of }) => [
      nameOf(of),
      { percent_fee, minimum_fee, flat_fee, tax_percent },
    ]),
  )
}

/**
 * Refunds of the payments created in the stretch, by reason and by the age of the payment when they were asked for.
 * Indexes: payments_with_refunds, refunds_by_payment.
 */
export async function refundsOf(ctx: Ctx, asked: Asked, { from, to }: Stretch) {
  const rows = await ctx.tx.query<{ currency: Currency; reason: string; age: string; count: bigint; amount: string }>(
    `select p.currency, r.reason, case when r.days < 1 then '0' when r.days < 8 then '1-7' when r.days < 31 then '8-30' else '31-' end as age,
       count(*) as count, sum(r.amount_minor)::text as amount
     from payments p cross join lateral (
       select case when r.reason = any ($6::text[]) then r.reason else 'other' end as reason, r.amount_minor,
         extract(epoch from r.created_at - p.created_at) / 86400 as days
       from refunds r where r.merchant_id = any ($1::uuid[]) and r.merchant_id = p.merchant_id and r.environment = $2
         and r.order_ref = p.order_ref and r.status = 'SUCCESS'
     ) r
     where p.merchant_id = any ($1::uuid[]) and p.environment = $2 and p.created_at >= $3 and p.created_at < $4
       and p.refunded_minor + p.refunding_minor > 0 and ($5::text is null or p.currency = $5)
     group by 1, 2, 3 order by 4 desc, 1, 2, 3`,
    [[...asked.kept, ...asked.unkept], asked.environment, from, to, asked.currency, refundReasons],
  )
  return rows.map(({ reason, age, count, amount, currency }) => ({
    currency,
    reason: reason as (typeof refundReasons)[number],
    age: age as (typeof refundAges)[number],
    count: Number(count),
    amount: BigInt(amount),
  }))
}

/** Late money of the payments created in the stretch, by what became of it. Index: payments_late. */
export async function lateOf(ctx: Ctx, asked: Asked, { from, to }: Stretch) {
  const rows = await ctx.tx.query<{ currency: Currency; fate: string; count: bigint; amount: string }>(
    `select currency, case when refunded_minor + refunding_minor > 0 then 'refunded' when held then 'held' else 'accepted' end as fate,
       count(*) as count, sum(amount_minor)::text as amount
     from payments
     where merchant_id = any ($1::uuid[]) and environment = $2 and created_at >= $3 and created_at < $4 and late
       and ($5::text is null or currency = $5)
     group by 1, 2 order by 3 desc, 1, 2`,
    [[...asked.kept, ...asked.unkept], asked.environment, from, to, asked.currency],
  )
  return rows.map(({ currency, fate, count, amount }) => ({
    currency,
    fate: fate as 'held' | 'accepted' | 'refunded',
    count: Number(count),
    amount: BigInt(amount),
  }))
}

/** The name of the terms of a channel in a currency. */
const nameOf = ({ channel_key, currency }: { channel_key: string; currency: string }) =>
  [channel_key, currency].join(' ')
