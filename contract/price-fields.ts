import { z } from 'zod'
import type { Fields } from './kit/fields.ts'
import { currency, money, optionalText, text, timestamp } from './kit/wire.ts'
import { notes } from './subscription-parts.ts'
import { periods } from './subscription-periods.ts'
import { priceStates, subscriptionTypes } from './subscription-states.ts'

const plainText = { answer: z.string(), empty: '', form: 'text' } as const

/** The fields of a price under the names of its answers, in their order. One on demand has no amount and no rhythm. */
export const priceFields = {
  order_ref: { answer: z.string(), list: { kind: 'reference' }, column: 'price_ref' },
  /** The merchant's own reference, unique per merchant and environment; ours when the request names none. */
  merchant_order_ref: {
    request: text(100).optional(),
    answer: z.string(),
    list: { kind: 'reference' },
    empty: '',
    form: 'text',
  },
  name: { ...plainText, request: optionalText(100), list: { kind: 'text', shown: true } },
  description: { ...plainText, request: optionalText(100) },
  plan_type: {
    request: z.enum(subscriptionTypes).optional(),
    answer: z.enum(subscriptionTypes),
    list: { kind: 'text', shown: true, words: 'subscriptionTypes' },
    empty: 'REGULAR',
    form: 'choice',
  },
  amount: {
    request: money().optional(),
    answer: money().nullable(),
    list: { kind: 'amount', shown: true },
    column: 'amount_minor',
    empty: null,
    form: 'amount',
  },
  currency: { request: currency, answer: currency, list: { kind: 'text', exported: true } },
  /** The units of `period` that one period of it has. */
  frequency: {
    request: z.number({ error: 'not_a_number' }).optional(),
    answer: z.number().nullable(),
    list: { kind: 'number' },
    empty: null,
    form: 'number',
  },
  /** A letter or a word, in any case; a month where it is left out. */
  period: {
    request: optionalText(20),
    answer: z.enum(periods).nullable(),
    list: { kind: 'text', shown: true, words: 'periods' },
    column: false,
    empty: 'M',
    form: 'choice',
  },
  status: { answer: z.enum(priceStates.states), list: { kind: 'status', shown: true, words: 'states.price' } },
  active_subscriptions: { answer: z.number(), list: { kind: 'number', shown: true }, column: false },
  past_due_subscriptions: { answer: z.number(), list: { kind: 'number', shown: true }, column: false },
  notes: { request: notes.optional(), answer: notes, empty: [], column: false },
  source: { ...plainText, request: optionalText(40), empty: 'default' },
  created_at: { answer: timestamp, list: { kind: 'time', shown: true } },
  /** The name of the user who created it; empty for a merchant's server. */
  created_by: { answer: z.string() },
  cancelled_at: { answer: timestamp.nullable() },
} as const satisfies Fields
