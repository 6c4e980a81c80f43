import { z } from 'zod'
import { call, flat } from './kit/call.ts'
import { ref } from './kit/refs.ts'
import { currency, entity, environment, money, optionalText } from './kit/wire.ts'
import { limits } from './limits.ts'
import { merchantNames } from './merchant-names.ts'
import { createRefund, readRefunds, Refund, refundTypes } from './refunds.ts'
import { record } from './kit/wire.ts'

/** Refunds under the path that merchants' servers know. They are the console's. */

const answer = flat(
  entity({
    order_ref: z.string(),
    currency,
    amountToRefund: money('currency', { min: 'zero' }),
    /** Newest first. */
    refundDetails: z.array(Refund),
    /** The refund of this request; absent where refunds are only read. */
    refund_id: z.string().optional(),
    /** The request had been made a moment before, and this is the refund of then. */
    is_repeated: z.boolean().optional(),
  }),
)

/**
 * Refunds a payment, all that is left or a part. Without an `Idempotency-Key` the same request within a minute gets the first
 * refund again, and `is_repeated` says so.
 */
export const createRefundByServer = call({
  at: 'POST /api/refund/{order_ref}',
  params: { order_ref: ref('payment') },
  body: record({
    refund_type: z.enum(refundTypes),
    /** In major units of the payment's currency; not looked at with `full`. */
    amount: z.number({ error: 'not_a_number' }).optional(),
    currency: currency.optional(),
    refund_reason: optionalText(limits.refundReasonLength),
    description: optionalText(limits.refundNoteLength),
    /** The channel that took the payment; compared where it is sent. */
    channel: optionalText(64),
    environment: environment.optional(),
    ...merchantNames,
  }),
  answer,
  access: createRefund.access,
  server: true,
  keyScope: 'refunds',
  errorKeys: ['message'],
  faults: createRefund.faults,
  audit: createRefund.audit,
})

export const listRefundsByServer = call({
  at: 'GET /api/refund/{order_ref}',
  params: { order_ref: ref('payment') },
  follows: ['payment'],
  answer,
  access: readRefunds.access,
  server: true,
  keyScope: 'refunds',
  errorKeys: ['message'],
  faults: readRefunds.faults,
})
