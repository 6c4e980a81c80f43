import { z } from 'zod'
import { moment as someMoment } from './kit/moment.ts'
import { currency, entity, money, text, timestamp, webUrl } from './kit/wire.ts'
import { limits } from './limits.ts'
import { chargeKinds, chargeStates, mandateStates, subscriptionChangeStates } from './subscription-states.ts'

/** The parts of prices and subscriptions, as requests carry them and answers show them. */

/** A moment; the empty text means absent. */
export const moment = z.union([...someMoment.options, z.literal('')]).optional()
export const optionalUrl = z.union([webUrl, z.literal('')]).optional()

/** Notes of the merchant's own, shown to it alone. */
export const notes = z
  .array(z.strictObject({ key: text(60), value: text(500, 0) }))
  .max(limits.subscriptionNotes, { error: 'too_many' })
/** Charged once, with the first charge; `value` in major units. The handler checks the amounts: a broken one is a fault of its own. */
export const additionalCosts = z.array(z.strictObject({ key: text(60), value: z.number({ error: 'not_a_number' }) }))

/** A line of a charge, in the order of its receipt; what it takes off is below zero. */
export const ChargeLineRow = entity({
  kind: z.enum(['period', 'deduction', 'additional_cost', 'unpaid_period', 'change', 'change_credit', 'credit']),
  /** Of a period, its number from 0; null of another line. */
  n: z.number().nullable(),
  /** What an additional cost is called. */
  key: z.string(),
  quantity: z.number().nullable(),
  amount: money('currency', { min: 'any' }),
  currency,
})

/** A charge that is yet to come. */
export const UpcomingCharge = entity({
  n: z.number(),
  /** When it is due, and when its period ends. */
  at: timestamp,
  period_end: timestamp,
  /** The lines' sum, and what is left of it after credit. */
  amount: money('currency', { min: 'zero' }),
  to_pay: money('currency', { min: 'zero' }),
  currency,
  lines: z.array(ChargeLineRow),
})

/** A try of a charge: a payment. */
const ChargeTry = z.object({
  payment_ref: z.string(),
  at: timestamp,
  status: z.string(),
  /** Of one that was declined: a key of the texts of declines. */
  status_reason: z.string(),
})

/** A charge that is there. */
export const ChargeRow = entity({
  charge_ref: z.string(),
  merchant_order_ref: z.string(),
  kind: z.enum(chargeKinds),
  n: z.number().nullable(),
  state: z.enum(chargeStates.states),
  due_at: timestamp,
  period_start: timestamp.nullable(),
  period_end: timestamp.nullable(),
  amount: money('currency', { min: 'zero' }),
  to_pay: money('currency', { min: 'zero' }),
  currency,
  lines: z.array(ChargeLineRow),
  tries: z.array(ChargeTry),
  /** When it is tried again by itself; null where it is not. */
  next_try_at: timestamp.nullable(),
  /** Why the last try failed; empty where none did. */
  reason: z.string(),
  /** The charge with which it is paid; empty unless it is carried. */
  carried_by: z.string(),
  paid_at: timestamp.nullable(),
  /** The page on which the customer confirms or pays it; empty once that is over. */
  link: z.string(),
})
export type ChargeRow = z.input<typeof ChargeRow>

/** What the customer agreed to. Nothing by which the method could be charged is ever shown. */
export const MandateRow = z.object({
  mandate_ref: z.string(),
  state: z.enum(mandateStates.states),
  channel_key: z.string(),
  method: z.string(),
  method_sub_type: z.string(),
  masked: z.string(),
  brand: z.string(),
  expires_at: timestamp.nullable(),
  /** The text as it was shown, with its language. */
  text: z.string(),
  language: z.string(),
  ip_address: z.string(),
  agreed_at: timestamp,
  ended_at: timestamp.nullable(),
})
export type MandateRow = z.input<typeof MandateRow>

/** A change of price or quantity. */
export const ChangeRow = entity({
  change_id: z.string(),
  state: z.enum(subscriptionChangeStates.states),
  when: z.enum(['now', 'at_next_period']),
  old_price_ref: z.string(),
  old_price_name: z.string(),
  old_quantity: z.number(),
  price_ref: z.string(),
  price_name: z.string(),
  quantity: z.number(),
  /** What was to be paid at once, and what became credit. */
  to_pay: money('currency', { min: 'zero' }),
  to_credit: money('currency', { min: 'zero' }),
  currency,
  charge_ref: z.string(),
  created_at: timestamp,
  created_by: z.string(),
  done_at: timestamp.nullable(),
})

/** Credit for charges to come, and what is left of it. */
export const CreditRow = entity({
  credit_id: z.string(),
  amount: money('currency', { min: 'zero' }),
  left: money('currency', { min: 'zero' }),
  currency,
  created_at: timestamp,
})
