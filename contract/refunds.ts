import { z } from 'zod'
import { declineReasons } from './declines.ts'
import { call, content } from './kit/call.ts'
import { machine } from './kit/machine.ts'
import { merchantKeyFields, ref } from './kit/refs.ts'
import { currency, entity, environment, money, optionalText, record, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'
import { TimelineEntry } from './timeline.ts'

/**
 * The states of a refund. Its amount is set aside from the start, so that no other refund can use it.
 */
export const refundStates = machine({
  states: ['PENDING', 'SUCCESS', 'FAIL'],
  actions: {
    succeed: { from: ['PENDING'], to: 'SUCCESS' },
    fail: { from: ['PENDING'], to: 'FAIL' },
  },
})
export type RefundState = (typeof refundStates.states)[number]

/** `full` refunds all that is left of the payment. */
export const refundTypes = ['full', 'partial'] as const
export type RefundType = (typeof refundTypes)[number]

/** The reasons that screens suggest and that a sheet allows. Calls take any text. */
export const refundReasons = [
  'customer request',
  'goods returned',
  'not delivered',
  'wrong amount',
  'duplicate payment',
  'fraudulent payment',
  'late payment',
  'other',
] as const

const refundFields = {
  refund_id: z.string(),
  /** The provider's own reference; empty until it has answered. */
  psp_refund_id: z.string(),
  /** The reference of the payment. */
  order_ref: z.string(),
  refund_date: timestamp,
  amount: money(),
  currency,
  refund_status: z.enum(refundStates.states),
  refund_type: z.enum(refundTypes),
  /** Often one of {@link refundReasons}. */
  refund_reason: z.string(),
  note: z.string(),
  /** The reason of a failure, of `declines.ts`; empty otherwise and for a manual outcome. */
  fail_reason: z.union([z.enum(declineReasons), z.literal('')]),
  channel_text: z.string(),
  /** The user who requested the refund; empty for the system itself. */
  created_by: z.string(),
  /** A manual refund: the provider cannot refund this method, so a user returns the money and enters the outcome. */
  manual: z.boolean(),
  updated_at: timestamp,
}
export const Refund = entity(refundFields)
export type Refund = z.input<typeof Refund>

export const RefundsOfPayment = entity({
  order_ref: z.string(),
  currency,
  /** The captured amount; zero unless the payment is a success. */
  captured: money('currency', { min: 'zero' }),
  refunded: money('currency', { min: 'zero' }),
  /** The amount of refunds in progress. */
  refunding: money('currency', { min: 'zero' }),
  /** The refundable rest. */
  amountToRefund: money('currency', { min: 'zero' }),
  is_manual: z.boolean(),
  /**
   * Of a payment that bought units of a payment page: how many it bought, how many of them came back, and whether the page's stock
   * has a limit, so that what comes back can be sold again. Null for others.
   */
  units: z.object({ sold: z.int(), returned: z.int(), to_stock: z.boolean() }).nullable(),
  /** Newest first. */
  refundDetails: z.array(entity({ ...refundFields, timeline: z.array(TimelineEntry) })),
})
export type RefundsOfPayment = z.input<typeof RefundsOfPayment>

/**
 * Refunds all that is left of a successful payment, or a part. With `full`, an `amount` is compared with the present
 * rest, and a difference is refused. Each idempotency key is a refund of its own.
 */
export const createRefund = call({
  at: 'POST /api/refund/createRefund/{order_ref}',
  params: { order_ref: ref('payment') },
  body: record({
    type: z.enum(refundTypes),
    /** In major units of the payment's currency. */
    amount: z.number({ error: 'not_a_number' }).optional(),
    /** Compared with the payment's currency, so that no amount is taken for another currency's. */
    currency: currency.optional(),
    reason: text(limits.refundReasonLength),
    note: optionalText(limits.refundNoteLength),
    /** Puts that many units that the payment bought back for sale, once for a payment; whatever becomes of the refund. */
    return_units: z
      .int({ error: 'not_a_number' })
      .min(1, { error: 'too_small' })
      .max(1_000, { error: 'too_big' })
      .optional(),
    environment: environment.optional(),
    ...merchantKeyFields,
  }),
  answer: content(Refund),
  access: 'refund',
  server: true,
  keyScope: 'refunds',
  faults: ['notFound', 'invalidAmount', 'refundNotAllowed', 'channelMissing'],
  repeat: 'required',
  audit: 'refund.create',
  notice: 'Refund Created successfully',
  onFailure: 'inline',
})

/** The refunds of a payment, with the refunded amount and the rest. */
export const readRefunds = call({
  at: 'GET /api/refund/getDataByTransaction/{id}',
  follows: ['payment'],
  params: { id: ref('payment') },
  answer: content(RefundsOfPayment),
  access: 'transactionDetails',
  server: true,
  keyScope: 'refunds',
  faults: ['notFound'],
})

/**
 * Enters the outcome of a manual refund. It is final. `signature` covers client_key, refund_id and status.
 */
export const setRefundStatus = call({
  at: 'PUT /merchants/refund/status',
  body: record({
    status: z.enum(['SUCCESS', 'FAIL']),
    refund_id: ref('refund'),
    signature: text(128),
    /** The evidence, kept in the audit log. */
    reason: optionalText(limits.evidenceLength),
    environment: environment.optional(),
    ...merchantKeyFields,
  }),
  answer: content(Refund),
  access: 'refund',
  faults: ['notFound', 'wrongState'],
  signed: { chaipay_key: 'client_key', refund_id: 'refund_id', status: 'status' },
  signedIn: 'signature',
  stepUp: true,
  audit: 'refund.set-status',
  notice: 'Refund Updated successfully',
  onFailure: 'inline',
})
