import { z } from 'zod'
import { call, page } from './kit/call.ts'
import { merchantRef } from './kit/refs.ts'
import { isDay } from './kit/text-forms.ts'
import { currency, entity, environment, money, sumOfMoney } from './kit/wire.ts'
import { limits } from './limits.ts'

export const summaryFrequencies = ['day', 'week', 'month', 'year'] as const
export const summaryFields = [
  'source_currency',
  'destination_currency',
  'payment_method',
  'channel_key',
  'country',
] as const
const day = z
  .string()
  .refine(isDay, { error: 'not_a_day' })
  .meta({ format: 'date', examples: ['2026-11-30'] })

/** The sums of a bucket or group, as the columns of its table. */
export const summarySums = {
  base_currency: currency,
  total_txn_amount_bc: sumOfMoney('base_currency'),
  txn_fee_bc: sumOfMoney('base_currency'),
  wht_bc: sumOfMoney('base_currency'),
  refund_amount_bc: sumOfMoney('base_currency'),
  /** What was sold less fees, tax and, where they are asked for, refunds. */
  total_settlement_amount_bc: sumOfMoney('base_currency'),
  /** What was to be sent. */
  net_remit: sumOfMoney('base_currency'),
  remit_fee: sumOfMoney('base_currency'),
  settlements: z.int(),
  /** What was transferred, or is expected to be, by destination currency: never one sum of several. */
  net_remit_dc: z.array(entity({ currency, amount: sumOfMoney() })),
}
const Bucket = entity({
  /** The beginning of the bucket in milliseconds. */
  key: z.int(),
  /** Its first day in the merchant's zone. */
  key_as_string: z.string(),
  ...summarySums,
})
/** `key_as_string` is the name of a channel, and else the key itself. */
const Group = entity({ key: z.string(), key_as_string: z.string(), ...summarySums })
export type SummaryGroup = z.input<typeof Group>

/** What providers have settled and no settlement has taken, at the rates of this moment. */
const Waiting = entity({
  currency,
  /** Null while a rate is missing. */
  credit_amount: money('currency', { min: 'any' }).nullable(),
  parts: z.array(
    entity({
      source_currency: currency,
      amount: sumOfMoney('source_currency'),
      /** Decimal text, and of which day; null while none is known. */
      rate: z.string().nullable(),
      rate_of: z.string(),
      rate_day: z.string().nullable(),
    }),
  ),
})
export type SummaryWaiting = z.input<typeof Waiting>
const beside = z.object({ PSP_SETTLED: Waiting, from_date: z.string(), to_date: z.string() })

const asked = {
  environment: environment.optional(),
  key: merchantRef().optional(),
  recon_type: z.enum(['payment', 'refund', 'all']).optional(),
  /** Both days are included. */
  from_date: day.optional(),
  to_date: day.optional(),
  page: z.int().min(1).optional(),
  pagesize: z.int().min(1).max(limits.summaryBuckets).optional(),
  filters: z
    .strictObject({ source_currency: currency.optional(), destination_currency: currency.optional() })
    .optional(),
}

/**
 * Settlements by the day with which their period ends, in buckets of the merchant's zone; empty ones are there with zeros. `source` `PSP` leaves
 * out what adjustments have added.
 */
export const summariseRemittances = call({
  at: 'POST /merchants/cross-border/settlement/summary',
  follows: ['remittance'],
  body: z.strictObject({
    ...asked,
    source: z.enum(['PSP', 'all']).optional(),
    frequency: z.enum(summaryFrequencies).optional(),
  }),
  answer: page(Bucket, beside),
  access: 'remittances',
  repeat: 'safe',
  errorKeys: ['Message'],
})

/** The same by a field of the sales: `net_remit` and what follows are of the whole settlements, so they are by currency alone. */
export const summariseRemittancesBy = call({
  at: 'POST /api/cross-border/settlement/custom/summary',
  follows: ['remittance'],
  body: z.strictObject({ ...asked, field: z.enum(summaryFields) }),
  answer: page(Group, beside),
  access: 'remittances',
  repeat: 'safe',
  errorKeys: ['Message'],
})
