import { z } from 'zod'
import { call, content } from './kit/call.ts'
import { merchantRef } from './kit/refs.ts'
import { currency, entity, environment, money, sumOfMoney, timestamp } from './kit/wire.ts'
import { paymentMethods } from './methods.ts'
import { routingRef } from './routing.ts'
import { position, ruleContent } from './routing-shapes.ts'

/** `waiting` until a worker takes it; `failed` after several runs that did not end. */
export const backtestStates = ['waiting', 'running', 'done', 'failed'] as const

/** A share of payments that succeed, between 0 and 1, with its 95 % interval. */
const Success = z.object({
  payments: z.int(),
  /** Of payments that have not happened the expected number, which has decimals. */
  succeeded: z.number(),
  share: z.number(),
  low: z.number(),
  high: z.number(),
})

/** Payments that the rule moves, before at the channel that took them, and after at the one that the rule gives. */
const compared = { before: Success, after: Success }

const BacktestCurrency = entity({
  currency,
  /** Moved payments of which enough is known. */
  judged: z.int(),
  ...compared,
  fees_before: sumOfMoney(),
  fees_after: sumOfMoney(),
  fee_difference: sumOfMoney(),
})

/** Payments of one kind that the rule moves from one channel to another. */
const BacktestCell = entity({
  payment_method: z.enum(paymentMethods),
  payment_sub_type: z.string(),
  currency,
  /** Amounts of the currency in five bands of as many payments each, the lowest first. */
  band: z.int(),
  amount_from: money('currency', { min: 'zero' }),
  amount_to: money('currency', { min: 'zero' }),
  from_channel: z.string(),
  to_channel: z.string(),
  before: Success,
  /** The ended payments of this kind at the new channel. */
  observed: z.int(),
  /** Whether there are enough of them; without, nothing is expected of the payments and they are in no sum. */
  is_enough: z.boolean(),
  after: Success.nullable(),
})

const BacktestResult = z.object({
  /** The first attempts of the period that have ended. */
  payments: z.int(),
  /** Those that the rule gives to another channel. */
  moved: z.int(),
  /** Of the moved ones, those of which enough is known, and the others. */
  judged: z.int(),
  not_enough: z.int(),
  /** Those that no channel of the merchant takes any more. */
  untaken: z.int(),
  /** Whether there were more payments than are looked at, so that only the latest were. */
  is_capped: z.boolean(),
  ...compared,
  currencies: z.array(BacktestCurrency),
  /** The kinds with the most moved payments first. */
  cells: z.array(BacktestCell),
})

export const Backtest = z.object({
  backtest_id: z.string(),
  /** Empty for a rule that is not saved. */
  routing_ref: z.string(),
  rule_name: z.string(),
  state: z.enum(backtestStates),
  from: timestamp,
  to: timestamp,
  /** The payments looked at so far, and the percentage of the period. */
  payments: z.int(),
  progress: z.int(),
  /** The same for the same rules, channels and payments; empty until it is done. */
  digest: z.string(),
  result: BacktestResult.nullable(),
  created_at: timestamp,
  created_by: z.string(),
  finished_at: timestamp.nullable(),
})
export type Backtest = z.input<typeof Backtest>
export type BacktestCell = z.input<typeof BacktestCell>
export type BacktestSuccess = z.input<typeof Success>

const params = { id: merchantRef() }

/**
 * Begins to look at what a rule would have done with the payments of a period: a saved rule by its reference, or the rule that
 * is sent, in the place of the one that the reference names. `inProgress` while another backtest runs.
 */
export const beginBacktest = call({
  at: 'POST /api/routing/{id}/backtest',
  params,
  body: z.strictObject({
    routing_ref: routingRef.optional(),
    rule: z.strictObject({ ...ruleContent, position }).optional(),
    from: timestamp,
    to: timestamp,
    environment: environment.optional(),
  }),
  answer: content(Backtest),
  access: 'paymentChannels',
  faults: ['notFound'],
  audit: 'route.backtest',
  onFailure: 'inline',
})

/** The latest backtest, of a rule or of all; null without one. */
export const readBacktest = call({
  at: 'GET /api/routing/{id}/backtest',
  params,
  query: z.strictObject({ routing_ref: routingRef.optional(), environment: environment.optional() }),
  answer: content(z.object({ backtest: Backtest.nullable() })),
  access: 'paymentChannels',
  faults: ['notFound'],
})
