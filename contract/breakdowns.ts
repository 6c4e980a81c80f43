import { z } from 'zod'
import { period, shape, timeFilter } from './analytics-questions.ts'
import { declineReasons } from './declines.ts'
import { call, content } from './kit/call.ts'
import { merchantRef } from './kit/refs.ts'
import { currency, entity, record, sumOfMoney, timestamp } from './kit/wire.ts'
import { paymentMethods } from './methods.ts'
import { endedStates } from './payment-states.ts'
import { paymentTraits } from './payment-traits.ts'

/** What attempts may be told apart by. `time` is the bar of the period in which an attempt was made. */
export const dimensions = ['time', 'status', 'payment_method', 'channel_key', ...paymentTraits] as const
export type Dimension = (typeof dimensions)[number]
const free: readonly Dimension[] = ['time', 'status', 'payment_method']

/** A part of ended attempts, with its 95 % interval by Wilson; null below ten, where a number says more than a rate. */
export const Rate = z.object({ rate: z.number(), low: z.number(), high: z.number() }).nullable()

const Breakdown = entity({
  currency,
  /** The values of the dimensions, in the order of the question. A bar by its begin. Empty where an attempt has none. */
  values: z.array(z.string()),
  attempts: z.int(),
  /** First attempts to pay what they pay. */
  orders: z.int(),
  ended: z.int(),
  paid: z.int(),
  volume: sumOfMoney(),
  average_order_value: sumOfMoney(),
  /** Attempts that failed by the provider's fault. */
  provider_faults: z.int(),
  /** Of all that ended. */
  success: Rate,
  /** Of those that ended otherwise than by the provider's fault. */
  bank_success: Rate,
  /** From the attempt to its success, the mean in seconds; null where no shopper was there. */
  seconds_to_pay: z.number().nullable(),
})
export type Breakdown = z.input<typeof Breakdown>

const read = { access: 'dashboard', repeat: 'safe' } as const

/**
 * Attempts by one or two dimensions, most first; of those at most one is neither time, state nor method. Amounts of different
 * currencies are never summed.
 */
export const readBreakdown = call({
  at: 'POST /api/analytics/{id}/breakdown',
  params: { id: merchantRef() },
  body: record({
    ...shape,
    compare_filter: timeFilter.optional(),
    period,
    by: z
      .array(z.enum(dimensions))
      .min(1)
      .max(2)
      .refine((by) => new Set(by).size === by.length && by.filter((name) => !free.includes(name)).length <= 1, {
        error: 'contradicts',
      })
      .meta({ examples: [['device', 'payment_method']] }),
  }),
  answer: content(
    z.object({
      rows: z.array(Breakdown),
      compared: z.array(Breakdown),
      /** The start of each bar, in order, where the question is by `time`. */
      bars: z.array(timestamp),
      /** What the country is of: the shopper's address where it is known, or what is paid, such as the payment link. */
      country_of: z.enum(['address', 'payable']),
    }),
  ),
  ...read,
})

/** Attempts that failed or expired, by reason and method, most first. */
export const readDeclines = call({
  at: 'POST /api/analytics/{id}/declines',
  params: { id: merchantRef() },
  body: record(shape),
  answer: content(
    z.object({
      declines: z.array(
        entity({
          currency,
          status: z.enum(endedStates),
          /** Empty where nobody said why. */
          status_reason: z.enum(['', ...declineReasons]),
          status_code: z.string(),
          payment_method: z.enum(paymentMethods),
          count: z.int(),
          amount: sumOfMoney(),
        }),
      ),
    }),
  ),
  ...read,
})
