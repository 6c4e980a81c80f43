import { z } from 'zod'
import { periodOf, timeFilter } from './analytics-questions.ts'
import { call, content } from './kit/call.ts'
import { merchantRef } from './kit/refs.ts'
import { currency, entity, environment, money, record, sumOfMoney, timestamp } from './kit/wire.ts'
import { paymentStates } from './payment-states.ts'

/**
 * Sales abroad: payments in another currency than the merchant's own. A payment counts at the moment of its creation. Amounts are in the base
 * currency, each day's sales changed at the rate of that day and their exact sum rounded once; or in one source currency, which is asked for.
 */

const asked = {
  environment: environment.optional(),
  /** One source currency; by default all of them, in the base currency. */
  currency: currency.optional(),
  time_filter: timeFilter,
  compare_filter: timeFilter.optional(),
  /** A fixed offset from UTC in minutes, by which days are cut; by default they are those of the merchant's zone. */
  offset: z.int().min(-840).max(840).multipleOf(15, { error: 'not_a_choice' }).optional(),
  /** There are no bars of years: `years` are months. */
  period: periodOf({ year: 'months', years: 'months' }),
}

const Figures = entity({
  /** What amounts are in. */
  currency,
  /** The sum of the succeeded payments, and their number. */
  volume: sumOfMoney(),
  count: z.int(),
  average_order_value: sumOfMoney(),
  attempts: z.int(),
  /** The fraction of ended attempts that succeeded, from 0 to 1; null while none has ended. */
  success_rate: z.number().nullable(),
  /** Currencies without a rate on some of their days: payments of those days are counted, and not in the sums. */
  without_rate: z.array(currency),
})

/** By which rates the amounts were changed. */
const Rates = z.object({
  source: z.string(),
  /** The newest day of which a rate was used; null where none was. */
  newest_day: z.string().nullable(),
})

const NextSettlement = entity({
  settlement_ref: z.string(),
  source_currency: z.string(),
  destination_currency: currency,
  /** The last day of its period. */
  period_to: z.string(),
  base_currency: currency,
  /** What would be left at this moment; null while no rate is known. */
  estimate_bc: money('base_currency', { min: 'any' }).nullable(),
  /** How many are cut on that day. */
  settlements: z.int(),
})

const of = { params: { key: merchantRef() } } as const
const read = { access: 'remittances', repeat: 'safe', errorKeys: ['Message'] } as const

/** The figures of the tiles. What is remitted and reserved is of now; the rest is of the stretch. */
export const readSalesAbroad = call({
  at: 'POST /api/cross-border/dashboard/transaction-metrics/{key}',
  follows: ['remittance'],
  ...of,
  body: record(asked),
  answer: content(
    z.object({
      txn_stats: Figures,
      compared: Figures.nullable(),
      rates: Rates,
      /** Source currencies of all sales abroad, the one with most payments first. */
      currencies: z.array(currency),
      /** What providers have settled and no settlement has taken. */
      PSP_SETTLED: entity({ currency, credit_amount: money('currency', { min: 'any' }).nullable() }),
      next_settlement: NextSettlement.nullable(),
      /** What was transferred in the stretch, by destination currency. */
      remitted: z.array(entity({ currency, amount: sumOfMoney(), settlements: z.int() })),
      reserve: entity({ currency, balance: money('currency', { min: 'zero' }) }),
    }),
  ),
  ...read,
})

export const salesGroups = ['payment_methods', 'countries', 'source_currencies'] as const
const SalesSlice = entity({ key: z.string(), currency, volume: sumOfMoney(), count: z.int() })
export type SalesSlice = z.input<typeof SalesSlice>

/** Succeeded sales abroad by one of their properties, largest volume first. A sale of which it is not known has an empty key. */
export const readSalesAbroadPies = call({
  at: 'POST /api/cross-border/dashboard/pie-charts/{key}',
  ...of,
  body: record({ ...asked, groupby: z.enum(salesGroups).default('payment_methods') }),
  answer: content(z.object({ groupby: z.enum(salesGroups), slices: z.array(SalesSlice) })),
  ...read,
})

/** All attempts of sales abroad over time by their state now. */
export const readSalesAbroadStacks = call({
  at: 'POST /api/cross-border/dashboard/txn-stacked/{key}',
  ...of,
  body: record(asked),
  answer: content(
    z.object({
      chartData: z.array(
        entity({ at: timestamp, currency, status: z.enum(paymentStates.states), volume: sumOfMoney(), count: z.int() }),
      ),
      period: z.enum(['hours', 'days', 'weeks', 'months']),
      /** The start of each bar, in order; the time filter may shorten the first and the last. */
      bars: z.array(timestamp),
      /** The end of the last bar. */
      to: timestamp,
    }),
  ),
  ...read,
})
