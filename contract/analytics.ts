import { z } from 'zod'
import { comparing, ofOneMerchant, periods, question, series } from './analytics-questions.ts'
import { call, content } from './kit/call.ts'
import { merchantRef } from './kit/refs.ts'
import { currency, entity, environment, sumOfMoney, timestamp } from './kit/wire.ts'
import { paymentMethods } from './methods.ts'
import { paymentStates } from './payment-states.ts'
import { PaymentRow } from './payments.ts'

export { readBreakdown, readDeclines } from './breakdowns.ts'
export { readLinkFunnel } from './funnel.ts'
export { readMonitoring } from './monitoring.ts'
export { readFees, readRefundReasons } from './fees-and-refunds.ts'

/**
 * Sums of payments. A payment counts at the moment of its creation; volume is the sum of the succeeded ones. Amounts
 * of different currencies are never summed: each row has one currency.
 */

const Stats = entity({
  currency,
  /** The sum of the succeeded payments. */
  volume: sumOfMoney(),
  /** The number of succeeded payments. */
  count: z.int(),
  average_order_value: sumOfMoney(),
  /** Fees and their tax, and that tax alone. */
  fees: sumOfMoney(),
  fee_tax: sumOfMoney(),
  /** Late money that waits for a decision. */
  held: sumOfMoney(),
  /** The part of the volume that has been refunded up to now. */
  refunded: sumOfMoney(),
  /** Volume less fees and their tax, refunds, and late money that is held. */
  net: sumOfMoney(),
  /** The number of attempts in all states. */
  attempts: z.int(),
  /** The fraction of ended attempts that succeeded, from 0 to 1; null while none has ended. */
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
/** A bar: from `at` to that of the next, or to `to`. A bar without payments has no row and is in `bars`. */
const Bar = entity({
  at: timestamp,
  currency,
  volume: sumOfMoney(),
  count: z.int(),
  average_order_value: sumOfMoney(),
})
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
  /** The unit of the bars, as the question has asked for it. */
  period: z.enum(periods),
  /** The start of each bar, in order; the time filter may shorten the first and the last. */
  bars: z.array(timestamp),
  /** The end of the last bar. */
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
/** The figures of the merchant's test mode beside those of live mode, each by currency. */
export const readModes = call({
  at: 'POST /api/analytics/{id}/modes',
  params: { id: merchantRef() },
  body: ofOneMerchant,
  answer: content(z.object({ modes: z.array(z.object({ mode: environment, txn_stats: z.array(Stats) })) })),
  ...read,
})
/** The ten newest payments of the stretch, in any state. */
export const readLatestTransactions = call({
  at: 'POST /merchants/{id}/analytics/latest-txns',
  params: { id: merchantRef() },
  body: question,
  answer: content(
    z.object({
      /** Each with the key of its merchant. */
      transactions: z.array(entity({ ...PaymentRow.shape, merchant_key: z.string() })),
    }),
  ),
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
