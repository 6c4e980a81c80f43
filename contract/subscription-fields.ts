import { z } from 'zod'
import { defaultLanguage, languageTags } from '#i18n/languages.ts'
import type { Fields } from './kit/fields.ts'
import { ref } from './kit/refs.ts'
import { country, currency, email, money, optionalText, phone, text, timestamp, timeZone } from './kit/wire.ts'
import { additionalCosts, moment, notes, optionalUrl } from './subscription-parts.ts'
import { periods } from './subscription-periods.ts'
import { subscriptionStates, subscriptionTypes } from './subscription-states.ts'

const amount = money('currency', { min: 'zero' })
const plainText = { answer: z.string(), empty: '', form: 'text' } as const
const inList = { list: { kind: 'text' } } as const
const shown = <const K extends string>(kind: K) => ({ list: { kind, shown: true } }) as const
/** The domain's own SQL keeps or computes it. */
const own = { column: false } as const
const anyNumber = z.number({ error: 'not_a_number' }).optional()

/** The fields of a subscription under the names of its answers, in their order. */
export const subscriptionFields = {
  order_ref: { answer: z.string(), list: { kind: 'reference' } },
  /** The merchant's own reference, unique per merchant and environment; ours when the request names none. */
  merchant_order_ref: {
    request: text(100).optional(),
    answer: z.string(),
    list: { kind: 'reference' },
    empty: '',
    form: 'text',
  },
  customer_name: { ...plainText, request: optionalText(120), ...shown('text') },
  email: {
    ...plainText,
    request: z.union([email, z.literal('')]).optional(),
    at: 'customer_email_address',
    also: 'email',
    list: { kind: 'text' },
  },
  phone: {
    ...plainText,
    request: z.union([phone, z.literal('')]).optional(),
    at: 'customer_phone_number',
    also: 'phone',
    list: { kind: 'text' },
  },
  country: {
    request: country.optional(),
    at: 'country_code',
    also: 'country',
    answer: z.string(),
    ...inList,
    empty: '',
    form: 'optional choice',
  },
  /** The price, by `price_order_ref`, `plan_order_ref`, or `order_ref` of `price` or `plan`. */
  price_order_ref: {
    request: ref('price').optional(),
    also: 'plan_order_ref',
    answer: z.string(),
    list: { kind: 'reference' },
    column: 'price_ref',
    empty: '',
    form: 'choice',
  },
  price_name: { answer: z.string(), ...shown('text') },
  subscription_type: {
    request: z.enum(subscriptionTypes).optional(),
    answer: z.enum(subscriptionTypes),
    list: { kind: 'text', words: 'subscriptionTypes' },
    empty: 'REGULAR',
    form: 'choice',
  },
  status: {
    answer: z.enum(subscriptionStates.states),
    list: { kind: 'status', shown: true, words: 'states.subscription' },
  },
  in_trial: { answer: z.boolean(), list: { kind: 'text', words: 'yesNo' } },
  paused: { answer: z.boolean(), list: { kind: 'text', words: 'yesNo' }, ...own },
  /** It is cancelled when the current period ends. */
  cancels_at_period_end: { answer: z.boolean(), list: { kind: 'text', words: 'yesNo' } },
  currency: { request: currency, answer: currency, list: { kind: 'text', exported: true } },
  /** Price × quantity of a period; of one on demand zero. */
  recurring_amount: { answer: amount, list: { kind: 'amount' }, ...own },
  quantity: { request: anyNumber, answer: z.number(), list: { kind: 'number' }, empty: 1, form: 'number' },
  frequency: { answer: z.number().nullable(), list: { kind: 'number' } },
  period: { answer: z.enum(periods).nullable(), list: { kind: 'text', words: 'periods' } },
  /** When the next charge is due, and what it comes to; null where nothing is to come. */
  next_deduction_date: { answer: timestamp.nullable(), ...shown('time'), column: 'next_due_at' },
  next_deduction_amount: {
    answer: amount.nullable(),
    list: { kind: 'amount', shown: true },
    column: 'next_amount_minor',
  },
  /** The periods that are paid, or the amounts of one on demand; of how many, null until it is cancelled. */
  collected_count: { answer: z.number(), ...shown('number') },
  recurrance_count: {
    request: anyNumber,
    answer: z.number().nullable(),
    list: { kind: 'number' },
    empty: null,
    form: 'number',
  },
  collected_amount: { answer: amount, list: { kind: 'amount', shown: true }, column: 'collected_minor' },
  created_at: { answer: timestamp, ...shown('time') },

  description: { ...plainText, request: optionalText(500) },
  /** All that it will have charged, with additional costs; null without a count. */
  total_amount: { answer: amount.nullable(), column: 'total_minor' },
  additional_costs: { request: additionalCosts.optional(), answer: additionalCosts, ...own, empty: [] },
  total_additional_cost: { answer: amount, column: 'additional_cost_minor' },
  /** Of one on demand: what the set-up takes, and the most of one deduction. */
  initial_amount: {
    request: amount.optional(),
    answer: amount,
    column: 'initial_minor',
    empty: 0n,
    form: 'amount',
  },
  max_amount: {
    request: money().optional(),
    answer: money().nullable(),
    column: 'max_minor',
    empty: null,
    form: 'amount',
  },
  trial_frequency: { request: anyNumber, answer: z.number().nullable(), empty: null, form: 'number' },
  trial_period: {
    request: optionalText(20),
    answer: z.enum(periods).nullable(),
    ...own,
    empty: '',
    form: 'choice',
  },
  /** The first charge, where that is later than the set-up. In the future, two years at most. */
  started_at: { request: moment, answer: timestamp.nullable(), ...own, empty: '' },
  /** Whether what a period leaves unpaid is added to the next. */
  allow_accumulate: {
    request: z.enum(['Y', 'N', '']).optional(),
    answer: z.enum(['Y', 'N']),
    ...own,
    empty: 'N',
    form: 'choice',
  },
  /** Until when its link can be used; 30 days unless said. */
  expiry_date: { request: moment, answer: timestamp, column: false, empty: '' },
  /** The zone of the merchant when it was made: its calendar is reckoned by the clocks there. */
  time_zone: { answer: z.string() },
  /** The customer's; the merchant's where it is not known. */
  customer_time_zone: {
    request: timeZone.optional(),
    answer: z.string(),
    ...own,
    empty: '',
  },
  language: {
    request: z.enum(languageTags).optional(),
    answer: z.enum(languageTags),
    empty: defaultLanguage,
    form: 'choice',
  },
  notify_by_email: { request: z.boolean().optional(), answer: z.boolean(), empty: false, form: 'flag' },
  notify_by_phone: { request: z.boolean().optional(), answer: z.boolean(), empty: false, form: 'flag' },
  notes: { request: notes.optional(), answer: notes, ...own, empty: [] },
  success_url: { ...plainText, request: optionalUrl },
  failure_url: { ...plainText, request: optionalUrl },
  pending_url: { ...plainText, request: optionalUrl },
  source: { ...plainText, request: optionalText(40), empty: 'default' },
  /** The test clock by which it is charged; empty in live, and where time is real. */
  test_clock: { request: ref('testClock').optional(), answer: z.string(), column: 'clock_ref', empty: '' },
  /** When the set-up was done. */
  activated_at: { answer: timestamp.nullable() },
  paused_at: { answer: timestamp.nullable() },
  paused_until: { answer: timestamp.nullable() },
  ended_at: { answer: timestamp.nullable() },
  end_reason: { answer: z.string() },
  /** The address of the customer's page. */
  link: { answer: z.string(), ...own },
  created_by: { answer: z.string() },
} as const satisfies Fields
