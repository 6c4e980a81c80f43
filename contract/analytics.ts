import { z } from 'zod'
import { limits } from './limits.ts'
import { call, content } from './kit/call.ts'
import { merchantRef } from './kit/refs.ts'
import { currency, entity, environment, record, sumOfMoney, timestamp } from './kit/wire.ts'
import { paymentMethods } from './methods.ts'
import { PaymentRow, paymentStates } from './payments.ts'

/**
 * Sums of payments. A payment counts in the moment that it was created, whatever became of it later; volume is what the
 * succeeded ones of them amount to. Currencies are never added up: each row is of one.
 */

/** How the bars of a chart are cut: hours, days, weeks from Monday, months, all of the time zone. */
export const periods = ['hours', 'days', 'weeks', 'months'] as const
export type Period = (typeof periods)[number]

const timeFilter = record({ from: timestamp, to: timestamp })
const shape = {
  environment: environment.optional(),
  /** Whose payments; the merchant of the path unless given. A master may name its sub-merchants. */
  uuids: z.array(merchantRef()).min(1).max(limits.dashboardMerchantsMost).optional(),
  /** Only this one; else every currency with rows of its own. */
  currency: currency.optional(),
  /** `to` is exclusive. A `from` before there were payments means from the beginning. */
  time_filter: timeFilter,
  /**
   * By how many minutes the clocks that cut days and hours are ahead of UTC. Without it they are those of the signed-in
   * merchant's time zone, through every change of clocks.
   */
  offset: z.int().min(-840).max(840).multipleOf(15, { error: 'not_a_choice' }).optional(),
}
const question = record(shape)
/** With a second stretch of time to compare with. */
const comparing = record({ ...shape, compare_filter: timeFilter.optional() })
const singular = { hour: 'hours', day: 'days', week: 'weeks', month: 'months' } as const satisfies Record<
  string,
  Period
>
/** Singular words mean the same; without one the bars are days. A year is cut into months, and sent as such. */
const period = z
  .enum([...periods, ...(Object.keys(singular) as (keyof typeof singular)[])])
  .transform((word): Period => (word in singular ? singular[word as keyof typeof singular] : (word as Period)))
  .default('days')
const series = record({ ...shape, compare_filter: timeFilter.optional(), period })
export type Question = z.output<typeof question>

const Stats = entity({
  currency,
  /** What the succeeded payments amount to. */
  volume: sumOfMoney(),
  /** How many succeeded. */
  count: z.int(),
  average_order_value: sumOfMoney(),
  fees: sumOfMoney(),
  /** What of the volume has been given back, up to now. */
  refunded: sumOfMoney(),
  /** Volume less fees and their tax, less what was refunded, and less what came late and is kept apart. */
  net: sumOfMoney(),
  /** All attempts, in every state. */
  attempts: z.int(),
  /** Of the attempts that have ended, the part that succeeded, from 0 to 1; null while none has. */
  success_rate: z.number().nullable(),
})
export type Stats = z.input<typeof Stats>
const StatusSum = entity({ currency, status: z.enum(paymentStates.states), volume: sumOfMoney(), count: z.int() })
export type StatusSum = z.input<typeof StatusSum>
const ChannelSum = entity({
  currency,
  channel_key: z.string(),
  payment_channel_name: z.string(),
  volume: sumOfMoney(),
  count: z.int(),
})
const MethodSum = entity({ currency, payment_method: z.enum(paymentMethods), volume: sumOfMoney(), count: z.int() })
/** A bar: from `at` to the next one's, or to `to`. Those in which nothing happened are there too, without a row. */
const Bar = entity({ at: timestamp, currency, volume: sumOfMoney(), count: z.int() })
export type Bar = z.input<typeof Bar>
const Stack = entity({
  at: timestamp,
  currency,
  status: z.enum(paymentStates.states),
  volume: sumOfMoney(),
  count: z.int(),
})
export type Stack = z.input<typeof Stack>
const Bars = z.object({
  /** The beginning of each bar, in order; the first and the last may be cut short by the time filter. */
  bars: z.array(timestamp),
  /** The end of the last one. */
  to: timestamp,
})

const read = { access: 'dashboard', repeat: 'safe' } as const
const Pies = z.object({
  txnVolumeByStatus: z.array(StatusSum),
  txnVolumeByChannel: z.array(ChannelSum),
  txnVolumeByMethod: z.array(MethodSum),
})
const Volume = z.object({
  txnVolume: z.array(Bar),
  ...Bars.shape,
  compared: z.object({ txnVolume: z.array(Bar), ...Bars.shape }).nullable(),
})

/** The figures of the tiles, by currency, largest count first; `compared` is empty without a `compare_filter`. */
export const readNetTransactions = call({
  at: 'POST /merchants/{id}/analytics/net-transactions-data',
  params: { id: merchantRef() },
  body: comparing,
  answer: content(z.object({ txn_stats: z.array(Stats), compared: z.array(Stats) })),
  ...read,
})
/** The ten newest payments of the stretch, in whatever state. */
export const readLatestTransactions = call({
  at: 'POST /merchants/{id}/analytics/latest-txns',
  params: { id: merchantRef() },
  body: question,
  answer: content(z.object({ transactions: z.array(PaymentRow) })),
  ...read,
})
/** Succeeded payments over time, as bars. */
export const readTransactionBars = call({
  at: 'POST /merchants/{id}/analytics/txn-bar-chart-metrics',
  params: { id: merchantRef() },
  body: series,
  answer: content(z.object({ chartData: z.array(Bar), ...Bars.shape })),
  ...read,
})
/** All attempts by their state now. */
export const readTransactionStatus = call({
  at: 'POST /merchants/{id}/analytics/txn-status-metrics',
  params: { id: merchantRef() },
  body: question,
  answer: content(z.object({ txn_status: z.array(StatusSum) })),
  ...read,
})
/** By state all attempts; by channel and by method the succeeded ones. Largest count first. */
export const readTransactionPies = call({
  at: 'POST /merchants/{id}/analytics/pie-charts-metrics',
  params: { id: merchantRef() },
  body: question,
  answer: content(Pies),
  ...read,
})
/** As {@link readTransactionPies}, at its other address. */
export const readPieCharts = call({
  at: 'POST /api/analytics/pie-charts/{id}',
  params: { id: merchantRef() },
  body: question,
  answer: content(Pies),
  ...read,
})
/** Succeeded payments over time, with those of the stretch to compare with. */
export const readVolumeGraph = call({
  at: 'POST /api/analytics/txn-volume-graph/{id}',
  params: { id: merchantRef() },
  body: series,
  answer: content(Volume),
  ...read,
})
/** Succeeded payments by hour of the day and day of the week, over the whole stretch. */
export const readVolumeSeasonality = call({
  at: 'POST /api/analytics/txn-volume-seasonality-graph/{id}',
  params: { id: merchantRef() },
  body: question,
  answer: content(
    z.object({
      txnSeasonality: z.array(
        entity({
          currency,
          /** 1 is Monday, 7 is Sunday. */
          weekday: z.int().min(1).max(7),
          hour: z.int().min(0).max(23),
          volume: sumOfMoney(),
          count: z.int(),
        }),
      ),
    }),
  ),
  ...read,
})
/** All attempts over time by their state now. */
export const readStatusStacks = call({
  at: 'POST /api/analytics/txn-volume-status-stacked/{id}',
  params: { id: merchantRef() },
  body: series,
  answer: content(z.object({ chartData: z.array(Stack), ...Bars.shape })),
  ...read,
})
