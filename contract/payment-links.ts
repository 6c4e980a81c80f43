import { z } from 'zod'
import { call, content, page } from './kit/call.ts'
import { amountRange, choice, exactly, exporting, list, timeRange } from './kit/list.ts'
import { machine } from './kit/machine.ts'
import { currencyCodes } from './kit/money.ts'
import { currency, entity, environment, merchantRef, money, timestamp } from './kit/wire.ts'
import { latePayments } from './late-payments.ts'
import { messageLanguages, messageWays } from './messages.ts'
import { NewPaymentLink } from './new-payment-link.ts'
import { PaymentRow } from './payments.ts'
import { TimelineEntry } from './timeline.ts'

/** From the first attempt a link is processing; it stays payable until one succeeds, it expires or is cancelled. */
export const paymentLinkStates = machine({
  states: ['created', 'processing', 'success', 'expired', 'cancelled'],
  actions: {
    attempt: { from: ['created', 'processing'], to: 'processing' },
    pay: { from: ['processing'], to: 'success' },
    expire: { from: ['created', 'processing'], to: 'expired' },
    cancel: { from: ['created', 'processing'], to: 'cancelled' },
  },
})
export type PaymentLinkState = (typeof paymentLinkStates.states)[number]

const paymentLinkRow = {
  link_ref: z.string(),
  merchant_order_ref: z.string(),
  amount: money(),
  currency,
  country: z.string(),
  customer_name: z.string(),
  email: z.string(),
  phone: z.string(),
  description: z.string(),
  status: z.enum(paymentLinkStates.states),
  source: z.string(),
  created_at: timestamp,
  expires_at: timestamp.nullable(),
  /** Where the shopper pays. */
  link: z.string(),
  expiry_hours: z.number().nullable(),
  late_payment: z.enum(latePayments),
  promo_code: z.string(),
  /** The name of the user who made it; empty when a server of the merchant's did. */
  created_by: z.string(),
  user_configured_field1: z.string(),
  user_configured_field2: z.string(),
  user_configured_field3: z.string(),
  user_configured_field4: z.string(),
  user_configured_field5: z.string(),
}
export const PaymentLinkRow = entity(paymentLinkRow)
export type PaymentLinkRow = z.input<typeof PaymentLinkRow>

export const PaymentLink = entity({
  ...paymentLinkRow,
  merchant_name: z.string(),
  merchant_logo: z.string(),
  cancel_url: z.string(),
  success_url: z.string(),
  merchant_back_url: z.string(),
  ip_address: z.string(),
  language: z.enum(messageLanguages),
  promo_discount: money('currency', { min: 'zero' }),
  shipping_charges: money('currency', { min: 'zero' }),
  line_1: z.string(),
  line_2: z.string(),
  city: z.string(),
  countryCode: z.string(),
  timeline: z.array(TimelineEntry),
})
export type PaymentLink = z.input<typeof PaymentLink>

export const paymentLinkList = list({
  columns: {
    created_at: { kind: 'time', shown: true },
    status: { kind: 'status', shown: true },
    amount: { kind: 'amount', shown: true },
    merchant_order_ref: { kind: 'reference', shown: true },
    customer_name: { kind: 'text', shown: true },
    email: { kind: 'text', shown: true },
    description: { kind: 'text', shown: true },
    expires_at: { kind: 'time', shown: true },
    link_ref: { kind: 'reference' },
    country: { kind: 'text' },
    phone: { kind: 'text' },
    source: { kind: 'text' },
    currency: { kind: 'text' },
    link: { kind: 'text' },
    late_payment: { kind: 'text' },
    expiry_hours: { kind: 'number' },
    promo_code: { kind: 'text' },
    created_by: { kind: 'text' },
    user_configured_field1: { kind: 'text' },
    user_configured_field2: { kind: 'text' },
    user_configured_field3: { kind: 'text' },
    user_configured_field4: { kind: 'text' },
    user_configured_field5: { kind: 'text' },
  },
  filters: {
    status: choice(paymentLinkStates.states),
    currency: choice(currencyCodes),
    created_at: timeRange(),
    amount: amountRange(),
    source: exactly(40),
    late_payment: choice(latePayments),
    email: exactly(),
  },
  sorts: ['created_at', 'amount'],
})

/** Finds by any reference, the start of an order id, an e-mail or a customer's name. */
export const listPaymentLinks = call({
  at: 'POST /merchant/{uuid}/paymentLinks',
  masterAt: 'POST /master-merchant/{uuid}/merchants/payment-links',
  body: paymentLinkList.body,
  answer: page(PaymentLinkRow),
  access: 'paymentLinks',
})

/** All links that fit, as a spreadsheet. */
export const exportPaymentLinks = call({
  at: 'POST /merchant/{key}/export-paymentLinks',
  masterAt: 'POST /master-merchant/{key}/merchants/export-payment-links',
  ...exporting(paymentLinkList, 'payment-links'),
  access: 'paymentLinks',
  errorKeys: ['status_message'],
  audit: 'payment-link.export',
})

/** Makes a link that a shopper can pay once; signed with the session's signing key. */
export const createPaymentLink = call({
  at: 'POST /merchants/paymentLink',
  body: NewPaymentLink,
  answer: content(PaymentLink),
  access: 'paymentLinks',
  notice: 'Payment Link Created successfully',
  errorKeys: ['message'],
  faults: ['invalidAmount', 'invalidSignature', 'duplicateOrder'],
  signed: {
    amount: 'amount',
    chaipay_key: 'client_key',
    currency: 'currency',
    failure_url: 'failure_url',
    merchant_order_id: 'merchant_order_id',
    success_url: 'success_url',
  },
  server: true,
  audit: 'payment-link.create',
  onFailure: 'inline',
})

/** Ends a link for good; the console calls this deleting, and the link stays listed. Not while a payment is under way. */
export const cancelPaymentLink = call({
  at: 'PUT /api/paymentLink/{ref}/status/cancelled',
  answer: content(PaymentLink),
  access: 'paymentLinks',
  notice: 'Payment Link Deleted successfully',
  faults: ['notFound', 'wrongState', 'inFlight'],
  audit: 'payment-link.cancel',
})

export const readPaymentLink = call({
  at: 'GET /merchants/{key}/paymentLink/{ref}',
  answer: content(PaymentLink),
  access: 'paymentLinks',
  server: true,
  faults: ['notFound'],
})

/** Whether a shopper could pay the link at this moment. */
export const checkPaymentLink = call({
  at: 'GET /merchants/paymentLink/{ref}/valid',
  answer: content(z.object({ link_ref: z.string(), is_valid: z.boolean(), status: z.enum(paymentLinkStates.states) })),
  access: 'paymentLinks',
  server: true,
  errorKeys: ['error'],
  faults: ['notFound'],
})

/** The attempts to pay a link, newest first. */
export const listPaymentLinkAttempts = call({
  at: 'POST /merchant/paymentLink/{ref}/txns-records',
  body: z.strictObject({ uuid: merchantRef().optional(), environment: environment.optional() }),
  answer: content(z.array(PaymentRow)),
  access: 'paymentLinks',
  server: true,
  faults: ['notFound'],
  repeat: 'safe',
})

/** The link's address as a QR code, a data URL of an SVG picture. */
export const readPaymentLinkQrCode = call({
  at: 'GET /merchants/paymentLink/{ref}/generate-qr-code',
  answer: content(z.object({ link: z.string(), qr_code: z.string() })),
  access: 'paymentLinks',
  faults: ['notFound'],
})

const sending = { way: z.enum(messageWays).optional(), language: z.enum(messageLanguages).optional() }
const sent = {
  answer: content(
    z.array(z.object({ way: z.enum(messageWays), recipient: z.string(), sent_at: timestamp, message_id: z.string() })),
  ),
  access: 'paymentLinks',
  notice: 'Payment Link Sent successfully',
  faults: ['notFound', 'wrongState', 'recipientMissing'],
  repeat: 'safe',
  audit: 'payment-link.send',
} as const

/**
 * Writes to the link's customer, by mail and SMS as far as the link knows an address, or by `way` alone. Each way is
 * used at most once a minute: asked again sooner, it answers what was sent before.
 */
export const sendPaymentLink = call({
  at: 'POST /merchants/paymentLink/{ref}/send-notification',
  body: z.strictObject({ environment: environment.optional(), ...sending }),
  ...sent,
})

/** The same by GET, as the specification's console asks. */
export const sendPaymentLinkByGet = call({
  at: 'GET /merchants/paymentLink/{ref}/send-notification',
  query: z.strictObject({ environment: environment.optional(), ...sending }),
  ...sent,
})

/** The sources that the merchant's links name, as choices for the filter. */
export const listPaymentLinkSources = call({
  at: 'GET /merchants/{uuid}/list-of-sources',
  query: z.strictObject({ environment: environment.optional() }),
  answer: content(z.array(z.string())),
  access: 'paymentLinks',
})
