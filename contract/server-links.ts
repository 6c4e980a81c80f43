import { z } from 'zod'
import { call, content } from './kit/call.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { timestamp } from './kit/wire.ts'
import { createPaymentLink, PaymentLink, readPaymentLink } from './payment-links.ts'
import { paymentLinkStates } from './payment-link-states.ts'
import { paymentStates } from './payment-states.ts'
import { serversLinkBody, serversLinkChange } from './server-link-body.ts'

/** Payment links under the paths that merchants' servers know. They are the console's. */

/** Makes a link. Signed as a payment is. */
export const createPaymentLinkByServer = call({
  at: 'POST /api/paymentLink',
  body: serversLinkBody,
  answer: content(PaymentLink, z.object({ payment_link_ref: z.string(), payment_link: z.string() })),
  access: createPaymentLink.access,
  server: true,
  keyScope: 'links',
  errorKeys: ['message'],
  faults: createPaymentLink.faults,
  signed: createPaymentLink.signed,
  audit: createPaymentLink.audit,
})

/** Changes what is sent of a link that can still be paid. What is under way keeps what it began with: meanwhile `inFlight`. */
export const updatePaymentLink = call({
  at: 'PUT /api/update-paylink/{ref}',
  params: { ref: ref('paymentLink') },
  body: serversLinkChange,
  answer: content(PaymentLink),
  access: createPaymentLink.access,
  server: true,
  keyScope: 'links',
  errorKeys: ['message'],
  faults: ['notFound', 'wrongState', 'inFlight', 'invalidAmount'],
  audit: 'payment-link.update',
  notice: 'Payment link updated successfully',
})

const LinkStatus = z.object({
  merchantOrderRef: z.string(),
  paymentLinkRef: z.string(),
  status: z.enum(paymentLinkStates.states),
  /** Newest first. */
  transactionsList: z.array(
    z.object({
      orderRef: z.string(),
      channelOrderRef: z.string(),
      merchantOrderRef: z.string(),
      createdAt: timestamp,
      status: z.enum(paymentStates.states),
      statusCode: z.string(),
      statusReason: z.string(),
    }),
  ),
})
const reading = {
  follows: ['payment_link'],
  answer: content(LinkStatus),
  access: readPaymentLink.access,
  server: true,
  keyScope: 'links',
  errorKeys: ['message'],
  faults: ['notFound'],
} as const
/** A link with the attempts to pay it, by its own reference. */
export const fetchPaymentLinkStatus = call({
  at: 'GET /api/paymentLink/{ref}/fetch-status',
  params: { ref: ref('paymentLink') },
  ...reading,
})
/** The same by the merchant's reference of the order. */
export const readPaymentLinkStatus = call({
  at: 'GET /api/merchant/{key}/paymentLink/{merchantLinkRef}/status',
  params: { key: merchantRef(), merchantLinkRef: ref('linkOrder', 100) },
  ...reading,
})
/** The same under an older path. */
export const readPaymentLinkStatusOnly = call({
  at: 'GET /api/paymentLink/{merchantLinkRef}/status',
  params: { merchantLinkRef: ref('linkOrder', 100) },
  deprecated: '2026-11-27',
  ...reading,
})
