import { convertedSum } from '#contract/exchange-rates.ts'
import type { Currency } from '#contract/kit/money.ts'
import { dayAt, type Day } from '#contract/kit/zoned-day.ts'
import type { PaymentState } from '#contract/payment-states.ts'
import type { salesGroups } from '#contract/remittance-dashboard.ts'
import { baseCurrency } from '#contract/remittance-terms.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { ratesOver, type RatesOver } from '#server/remittance-rates/rates-over.ts'
import type { Asked } from '#server/rollups/asked.ts'
import type { Stretch } from '#server/rollups/pieces.ts'
import { sumsOf } from '#server/rollups/roll-ups.ts'
import { traitSumsOf } from '#server/rollups/trait-sums.ts'
import { crossBorderOf } from './merchant.ts'

/** Payments of one currency and state, of one day or hour of the merchant's zone. */
export interface Sale {
  currency: Currency
  status: PaymentState
  /** What they are told apart by. */
  group: string
  day: Day
  /** Of an hour; by days its beginning is that of the day. */
  at: string
  count: number
  minor: bigint
}
export type SalesBy = (typeof salesGroups)[number] | 'nothing'

/** The payments in another currency than the merchant's own that were created in a stretch, by the roll-ups; all, or those of a state. */
export async function salesOf(
  ctx: Ctx,
  asked: Asked,
  stretch: Stretch,
  { by = 'nothing', grain = 'day', status }: { by?: SalesBy; grain?: 'day' | 'hour'; status?: PaymentState } = {},
): Promise<Sale[]> {
  const { currency: own } = await crossBorderOf(ctx)
  const sales =
    by === 'countries'
      ? (await traitSumsOf(ctx, asked, stretch, { trait: 'country', by: ['day'] })).map((sum) => ({
          ...sum,
          at: sum.day,
          group: sum.value,
        }))
      : (await sumsOf(ctx, asked, stretch, { by: by === 'payment_methods' ? ['status', 'payment_method'] : ['status'], grain, ...(status && { status }) })).map(
          (sum) => ({ ...sum, group: groupOf(by, sum) }),
        ) // prettier-ignore
  return sales
    .filter((sale) => sale.currency !== own && (status === undefined || sale.status === status))
    .map(({ currency, status, group, at, payments, amountMinor }) => ({
      currency,
      status,
      group,
      day: grain === 'day' ? at : dayAt(new Date(Number(at) * 1_000), asked.zone.name),
      at,
      count: payments,
      minor: amountMinor,
    }))
}
const groupOf = (by: SalesBy, { currency, payment_method: method }: { currency: string; payment_method: string }) =>
  by === 'payment_methods' ? method : by === 'source_currencies' ? currency : ''

/** What sums are shown in, and how: as they are where one source currency is asked for, and else at the rate of each day. */
export interface Shown {
  currency: Currency
  /** The sum of sales, exact and rounded once; those of days without a rate are left out. */
  sum: (sales: readonly Sale[]) => bigint
  /** Currencies of sales that are left out. */
  withoutRate: (sales: readonly Sale[]) => Currency[]
  rateOf: RatesOver
}

/** How all of these sales are shown. */
export async function shownIn(ctx: Ctx, asked: Asked, sales: readonly Sale[]): Promise<Shown> {
  const days = sales.map(({ day }) => day).toSorted()
  const today = dayAt(ctx.now, asked.zone.name)
  const to = (asked.currency ?? baseCurrency) as Currency
  const rateOf = await ratesOver(ctx, {
    currencies: asked.currency === null ? sales.map(({ currency }) => currency) : [],
    to,
    first: days[0] ?? today,
    last: days.at(-1) ?? today,
  })
  return {
    currency: to,
    rateOf,
    sum: (some) =>
      convertedSum(
        some.flatMap(({ minor, currency, day }) => {
          const known = rateOf(currency, day)
          return known ? [{ minor, currency, rate: known.rate }] : []
        }),
        to,
      ),
    withoutRate: (some) => [...new Set(some.flatMap(({ currency, day }) => (rateOf(currency, day) ? [] : [currency])))],
  }
}
