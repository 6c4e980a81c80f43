import { sql } from 'kysely'
import type { Period } from '#contract/analytics-questions.ts'
import type { Currency } from '#contract/kit/money.ts'
import { startOfDay } from '#contract/kit/zoned-day.ts'
import { endedStates, type PaymentState } from '#contract/payment-states.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Asked } from '#server/rollups/asked.ts'
import { barAt, barsOf } from './bars.ts'
import type { Stretch } from '#server/rollups/pieces.ts'
import { sumsOf, type Dimension, type Sum } from '#server/rollups/roll-ups.ts'

/** The figures of the tiles, each currency on its own, the one with most attempts first. */
export async function statsOf(ctx: Ctx, asked: Asked, stretch: Stretch) {
  const sums = await sumsOf(ctx, asked, stretch, { by: ['status'], fees: true })
  const currencies = [...new Set(sums.map(({ currency }) => currency))]
  const found = currencies.map((currency) =>
    statsIn(
      currency,
      sums.filter((sum) => sum.currency === currency),
    ),
  )
  return found.toSorted((a, b) => b.attempts - a.attempts)
}

function statsIn(currency: Currency, sums: Sum[]) {
  const of = (states: readonly PaymentState[]) =>
    sums.filter(({ status }) => states.includes(status)).reduce((count, { payments }) => count + payments, 0)
  const paid = sums.find(({ status }) => status === 'Success')
  const [count, ended] = [of(['Success']), of(endedStates)]
  const volume = paid?.amountMinor ?? 0n
  const fees = (paid?.feeMinor ?? 0n) + (paid?.feeTaxMinor ?? 0n)
  return {
    currency,
    volume,
    count,
    average_order_value: averageOf({ volume, count }),
    fees,
    fee_tax: paid?.feeTaxMinor ?? 0n,
    held: paid?.heldMinor ?? 0n,
    refunded: paid?.refundedMinor ?? 0n,
    net: volume - fees - (paid?.heldMinor ?? 0n) - (paid?.refundedMinor ?? 0n),
    attempts: sums.reduce((all, { payments }) => all + payments, 0),
    success_rate: ended === 0 ? null : count / ended,
  }
}
export const averageOf = ({ volume, count }: Pick<Figures, 'volume' | 'count'>) =>
  count === 0 ? 0n : roundedQuotient(volume, BigInt(count))
/** Half up; both are not negative. */
const roundedQuotient = (a: bigint, b: bigint) => (2n * a + b) / (2n * b)

/** All attempts by state, the most first. */
export async function byStatus(ctx: Ctx, asked: Asked, stretch: Stretch) {
  return shares(await sumsOf(ctx, asked, stretch, { by: ['status'] }), 'status')
}

/** All attempts by state, and succeeded payments by channel and by method, each the most first; one query for all three. */
export async function sharesOf(ctx: Ctx, asked: Asked, stretch: Stretch) {
  const [sums, names] = await Promise.all([
    sumsOf(ctx, asked, stretch, { by: ['status', 'payment_method', 'channel_key'] }),
    channelNames(ctx, asked),
  ])
  const paid = sums.filter(({ status }) => status === 'Success')
  const channels = shares(paid, 'channel_key')
  return {
    txnVolumeByStatus: shares(sums, 'status'),
    txnVolumeByChannel: channels.map((share) => ({
      ...share,
      payment_channel_name: names.get(share.channel_key) ?? share.channel_key,
    })),
    txnVolumeByMethod: shares(paid, 'payment_method'),
  }
}

/** Adds sums up by one of their dimensions, each currency on its own. */
function shares<D extends Dimension>(sums: Sum[], by: D): (Figures & Pick<Sum, D>)[] {
  const found = new Map<string, Figures & Pick<Sum, D>>()
  for (const sum of sums) {
    const key = `${sum.currency} ${sum[by]}`
    const { count = 0, volume = 0n } = found.get(key) ?? {}
    const share = { currency: sum.currency, count: count + sum.payments, volume: volume + sum.amountMinor }
    found.set(key, { ...share, ...({ [by]: sum[by] } as Pick<Sum, D>) })
  }
  return [...found.values()].toSorted((a, b) => b.count - a.count)
}
/** The channels' names; two merchants' channels of one key count as one, under the first one's name. */
export async function channelNames(ctx: Ctx, { kept, unkept, environment }: Asked): Promise<Map<string, string>> {
  const rows = await ctx.db
    .selectFrom('payment_channels')
    .select(({ fn }) => ['channel_key', fn.min('name').as('name')])
    .where(sql<boolean>`merchant_id = any (${[...kept, ...unkept]}::uuid[])`)
    .where('environment', '=', environment)
    .groupBy('channel_key')
    .execute()
  return new Map(rows.map(({ channel_key, name }) => [channel_key, name]))
}

/** Succeeded payments over time, a row for each bar and currency in which there are any. */
export async function volumeOverTime(ctx: Ctx, asked: Asked, stretch: Stretch, period: Period) {
  const { rows, ...bars } = await overTime(ctx, asked, stretch, { period, by: [], status: 'Success' })
  return { ...bars, rows: rows.map((row) => ({ ...row, average_order_value: averageOf(row) })) }
}
/** All attempts over time by state. */
export async function statusOverTime(ctx: Ctx, asked: Asked, stretch: Stretch, period: Period) {
  return overTime(ctx, asked, stretch, { period, by: ['status'] })
}

async function overTime(
  ctx: Ctx,
  asked: Asked,
  stretch: Stretch,
  wish: { period: Period; by: readonly 'status'[]; status?: PaymentState },
) {
  const bars = barsOf(stretch, wish.period, asked.zone.name)
  const grain = wish.period === 'hours' ? 'hour' : 'day'
  const sums = await sumsOf(ctx, asked, stretch, { ...wish, grain })
  const found = new Map<string, { at: Date; currency: Currency; status: PaymentState; count: number; volume: bigint }>()
  for (const sum of sums) {
    const moment = grain === 'hour' ? new Date(Number(sum.at) * 1000) : startOfDay(sum.at, asked.zone.name)
    const bar = barAt(bars, moment)
    const key = [bar, sum.currency, sum.status].join()
    const row = found.get(key) ?? {
      at: bars[bar] as Date,
      currency: sum.currency,
      status: sum.status,
      count: 0,
      volume: 0n,
    }
    found.set(key, { ...row, count: row.count + sum.payments, volume: row.volume + sum.amountMinor })
  }
  return { rows: [...found.values()], bars, to: stretch.to, period: wish.period }
}

/** Succeeded payments by hour of the week. */
export async function seasonality(ctx: Ctx, asked: Asked, stretch: Stretch) {
  const sums = await sumsOf(ctx, asked, stretch, { grain: 'hourOfWeek', status: 'Success' })
  return sums.map((sum) => ({ ...figures(sum), weekday: Number(sum.at.slice(0, 1)), hour: Number(sum.at.slice(1)) }))
}

interface Figures {
  currency: Currency
  count: number
  volume: bigint
}
const figures = ({ currency, payments, amountMinor }: Sum): Figures => ({
  currency,
  count: payments,
  volume: amountMinor,
})
