import { z } from 'zod'
import { declineReasons } from './declines.ts'
import { call, content } from './kit/call.ts'
import { machine } from './kit/machine.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { currency, entity, environment, money, optionalText, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'
import { TimelineEntry } from './timeline.ts'

/**
 * Money on its way back to the shopper. From the first moment it is set aside, so that no other refund can give it
 * too.
 */
export const refundStates = machine({
  states: ['PENDING', 'SUCCESS', 'FAIL'],
  actions: {
    succeed: { from: ['PENDING'], to: 'SUCCESS' },
    fail: { from: ['PENDING'], to: 'FAIL' },
  },
})
export type RefundState = (typeof refundStates.states)[number]

/** `full` gives back all that is left of the payment. */
export const refundTypes = ['full', 'partial'] as const
export type RefundType = (typeof refundTypes)[number]

/** Why money is given back, in the words of the wire: what screens suggest and a sheet may say. Calls take any text. */
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
  /** Of the payment. */
  order_ref: z.string(),
  refund_date: timestamp,
  amount: money(),
  currency,
  refund_status: z.enum(refundStates.states),
  refund_type: z.enum(refundTypes),
  /** Often one of {@link refundReasons}. */
  refund_reason: z.string(),
  note: z.string(),
  /** Why it failed, of `declines.ts`; empty otherwise, and where somebody has set it by hand. */
  fail_reason: z.union([z.enum(declineReasons), z.literal('')]),
  channel_text: z.string(),
  /** The user who requested the refund; empty for the system itself. */
  created_by: z.string(),
  /** The method has no way back through the provider: somebody gives the money back and sets the state. */
  manual: z.boolean(),
  updated_at: timestamp,
}
export const Refund = entity(refundFields)
export type Refund = z.input<typeof Refund>

export const RefundsOfPayment = entity({
  order_ref: z.string(),
  currency,
  /** What the payment has brought in; zero unless it is a success. */
  captured: money('currency', { min: 'zero' }),
  refunded: money('currency', { min: 'zero' }),
  /** Asked for and not ended yet. */
  refunding: money('currency', { min: 'zero' }),
  /** What can still be given back. */
  amountToRefund: money('currency', { min: 'zero' }),
  is_manual: z.boolean(),
  /** Newest first. */
  refundDetails: z.array(entity({ ...refundFields, timeline: z.array(TimelineEntry) })),
})
export type RefundsOfPayment = z.input<typeof RefundsOfPayment>

/**
 * Gives back all that is left of a successful payment, or a part of it. With `full`, `amount` may say how much that is
 * believed to be, and nothing happens when it is not so any more. Each key is a refund of its own, whatever the amount.
 */
export const createRefund = call({
  at: 'POST /api/refund/createRefund/{order_ref}',
  params: { order_ref: ref('payment') },
  body: z.strictObject({
    type: z.enum(refundTypes),
    /** Of the payment's currency. */
    amount: z.number({ error: 'not_a_number' }).optional(),
    /** Another one than the payment's is refused, so that no amount is taken for another currency's. */
    currency: currency.optional(),
    reason: text(limits.refundReasonLength),
    note: optionalText(limits.refundNoteLength),
    environment: environment.optional(),
    chaipay_key: merchantRef().optional(),
  }),
  answer: content(Refund),
  access: 'refund',
  faults: ['notFound', 'invalidAmount', 'refundNotAllowed', 'channelMissing'],
  repeat: 'required',
  audit: 'refund.create',
  notice: 'Refund Created successfully',
  onFailure: 'inline',
})

/** How much of a payment went back and may still, with every refund of it. */
export const readRefunds = call({
  at: 'GET /api/refund/getDataByTransaction/{id}',
  params: { id: ref('payment') },
  answer: content(RefundsOfPayment),
  access: 'transactionDetails',
  faults: ['notFound'],
})

/**
 * Says how a refund by hand has ended, where the provider cannot give the money back. Only once: what has ended stays
 * so. `signature` is over client_key, refund_id and status.
 */
export const setRefundStatus = call({
  at: 'PUT /merchants/refund/status',
  body: z.strictObject({
    status: z.enum(['SUCCESS', 'FAIL']),
    refund_id: ref('refund'),
    signature: text(128),
    /** What it is known by: kept in the audit log. */
    reason: optionalText(limits.evidenceLength),
    environment: environment.optional(),
    chaipay_key: merchantRef().optional(),
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
