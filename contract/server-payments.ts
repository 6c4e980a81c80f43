import { z } from 'zod'
import { call, content, flat } from './kit/call.ts'
import { moment } from './kit/moment.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { entity, environment, optionalText } from './kit/wire.ts'
import { limits } from './limits.ts'
import { capturePayment, ListedPayment, listPayments, Payment, readPayment, setPaymentStatus } from './payments.ts'
import { paymentStates } from './payment-states.ts'
import { ownFields } from './server-link-body.ts'

/** The calls about payments under the paths that merchants' servers know. They do what the console's do. */

/** What such servers read of a payment under names of their own. */
const namedForServers = {
  channel_name: z.string(),
  method_name: z.string(),
  /** The channel and the method, such as `STRIPE_CARD`. */
  method_key: z.string(),
  method_sub_type: z.string(),
  payment_method_used: z.string(),
  buyer_name: z.string(),
  buyer_email: z.string(),
  buyer_phone: z.string(),
  buyer_address1: z.string(),
  payment_link_ref: z.string(),
  payment_page_ref: z.string(),
  is_refund_allowed: z.boolean(),
  is_multi_refund_allowed: z.boolean(),
  merchant_key: z.string(),
}
const ServersPayment = entity({
  ...Payment.shape,
  ...namedForServers,
  /** The provider's own words. */
  status_channel_reason: z.string(),
  user_agent: z.string(),
  ip_address: z.string(),
  user_configured_field1: z.string(),
  user_configured_field2: z.string(),
  user_configured_field3: z.string(),
  user_configured_field4: z.string(),
  user_configured_field5: z.string(),
})
const ServersListedPayment = entity({ ...ListedPayment.shape, ...namedForServers })

/** The last attempt to pay an order. */
export const readOrderStatus = call({
  at: 'GET /api/transaction/{merchantOrderRef}/status',
  params: { merchantOrderRef: ref('order', 100) },
  follows: ['payment'],
  answer: content(
    z.object({
      order_ref: z.string(),
      merchant_order_ref: z.string(),
      channel_order_ref: z.string(),
      status: z.enum(paymentStates.states),
    }),
  ),
  access: readPayment.access,
  server: true,
  keyScope: 'payments',
  errorKeys: ['message'],
  faults: ['notFound'],
})

export const readPaymentByServer = call({
  at: 'POST /api/{key}/transaction-details',
  params: { key: merchantRef() },
  follows: ['payment'],
  body: readPayment.body,
  answer: content(ServersPayment),
  access: readPayment.access,
  server: true,
  keyScope: 'payments',
  errorKeys: ['message'],
  faults: ['notFound'],
  repeat: 'safe',
})

/** A server's signature stands for the step-up of a user. */
export const setPaymentStatusByServer = call({
  at: 'PUT /api/transaction/status',
  body: setPaymentStatus.body,
  answer: content(Payment),
  access: setPaymentStatus.access,
  server: true,
  keyScope: 'payments',
  errorKeys: ['message'],
  faults: setPaymentStatus.faults,
  signed: setPaymentStatus.signed,
  signedIn: setPaymentStatus.signedIn,
  stepUp: true,
  audit: setPaymentStatus.audit,
})

export const capturePaymentByServer = call({
  at: 'POST /api/transaction/{order_ref}/capture',
  params: { order_ref: ref('payment') },
  body: z.strictObject({ environment: environment.optional() }),
  answer: content(Payment),
  access: capturePayment.access,
  server: true,
  keyScope: 'payments',
  errorKeys: ['message'],
  faults: capturePayment.faults,
  audit: capturePayment.audit,
  notice: capturePayment.notice,
})

const notes = {
  description: optionalText(500),
  ...ownFields,
}
/** Changes what is sent of the last attempt to pay an order, and answers it. */
export const updatePaymentDetails = call({
  at: 'PUT /api/{key}/update-transaction-details/{merchant_order_ref}',
  params: { key: merchantRef(), merchant_order_ref: ref('order', 100) },
  body: z.strictObject({ ...notes, environment: environment.optional() }),
  answer: content(z.object(notes)),
  access: capturePayment.access,
  server: true,
  keyScope: 'payments',
  errorKeys: ['message'],
  faults: ['notFound'],
  audit: 'payment.update-details',
  notice: 'Transaction details updated successfully',
})

/** The payments of a stretch of time, newest first: a page by its number, or by a cursor where there are many. */
export const fetchAllPayments = call({
  at: 'POST /api/merchant/{key}/fetch-all-payments',
  params: { key: merchantRef() },
  follows: ['payment'],
  body: z.strictObject({
    page: z.int().min(1).optional(),
    size: z.int().min(1).max(limits.pageSizeMost).optional(),
    from: moment.optional(),
    to: moment.optional(),
    cursor: optionalText(400),
    environment: environment.optional(),
  }),
  answer: flat(
    z.object({
      body: z.object({
        content: z.array(ServersListedPayment),
        total_elements: z.number(),
        total_capped: z.boolean(),
        total_pages: z.number(),
        size: z.number(),
        page: z.number(),
        number_of_elements: z.number(),
        next_cursor: z.string().nullable(),
        previous_cursor: z.string().nullable(),
      }),
    }),
  ),
  access: listPayments.access,
  server: true,
  keyScope: 'payments',
  errorKeys: ['message'],
  faults: ['pageTooDeep'],
  repeat: 'safe',
})
