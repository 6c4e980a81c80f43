import { z } from 'zod'
import { call, content } from './kit/call.ts'
import { ref } from './kit/refs.ts'
import { currency, entity, environment, money, optionalText, record, text } from './kit/wire.ts'
import { Subscription } from './subscription-answers.ts'
import { merchantNames } from './merchant-names.ts'
import { notes } from './subscription-parts.ts'
import { chargeStates } from './subscription-states.ts'
import { atTop, subscriptionAtTop } from './subscriptions.ts'

/** Deductions of subscriptions on demand, and the next charge ahead of its time. */

const subscriptionRef = ref('subscription')
const Deduction = entity({
  order_ref: z.string(),
  merchant_order_ref: z.string(),
  subscription_order_ref: z.string(),
  amount: money(),
  currency,
  state: z.enum(chargeStates.states),
  status: z.literal('Initiated'),
})
const deducting = {
  body: record({
    ...merchantNames,
    environment: environment.optional(),
    subscription_order_ref: subscriptionRef,
    amount: money(),
    currency,
    merchant_order_ref: text(100),
    description: optionalText(500),
    source: optionalText(40),
    notes: notes.optional(),
    signature_hash: text(100),
  }),
  access: 'subscriptions',
  faults: ['subscriptionUnknown', 'wrongState', 'duplicateOrder', 'inFlight'],
  signed: {
    amount: 'amount',
    chaipay_key: 'client_key',
    currency: 'currency',
    merchant_order_ref: 'merchant_order_ref',
    subscription_order_ref: 'subscription_order_ref',
  },
  errorKeys: ['message'],
  server: true,
  keyScope: 'payments',
  audit: 'subscription.deduct',
  onFailure: 'inline',
} as const
/** Takes an amount from the customer of a subscription on demand, by their mandate, a moment later. Signed; one at a time. */
export const createDeduction = call({
  at: 'POST /merchant/subscription/createDeduction',
  ...deducting,
  answer: content(Deduction),
  repeat: 'required',
  notice: 'Deduction Created successfully',
})
const deductionAtTop = z.object({ ...atTop, status: z.literal('Initiated') })
/**
 * The same under the path that merchants' servers know. They send no Idempotency-Key: `merchant_order_ref` is taken once, and a repeat is
 * refused.
 */
export const createDeductionByServer = call({
  at: 'POST /api/subscription/createDeduction',
  ...deducting,
  answer: content(Deduction, deductionAtTop),
})

/** Charges what comes next now, before it is due: in the sandbox only. */
export const triggerNextDeduction = call({
  at: 'PUT /api/subscription/triggerNextDeduction',
  body: record({
    ...merchantNames,
    environment: environment.optional(),
    subscription_order_ref: subscriptionRef,
  }),
  answer: content(Subscription, subscriptionAtTop),
  access: 'subscriptions',
  server: true,
  keyScope: 'payments',
  faults: ['subscriptionUnknown', 'wrongState', 'inFlight'],
  audit: 'subscription.trigger',
})
