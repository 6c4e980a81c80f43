import { z } from 'zod'
import { call, content, page } from './kit/call.ts'
import { answerShape, listColumns, listedShape, requestShape } from './kit/fields.ts'
import { amountRange, choice, exactly, exporting, list, timeRange } from './kit/list.ts'
import { currencyCodes } from './kit/money.ts'
import { merchantKeyFields, merchantRef, ref } from './kit/refs.ts'
import { entity, environment, record, text, timestamp } from './kit/wire.ts'
import { latePayments } from './late-payments.ts'
import { languageTags } from '#i18n/languages.ts'
import { messageWays } from './messages.ts'
import { paymentLinkFields } from './payment-link-fields.ts'
import { linkSteps, paymentLinkStates } from './payment-link-states.ts'
import { PaymentRow } from './payments.ts'
import { TimelineEntry } from './timeline.ts'

export const PaymentLinkRow = entity(listedShape(paymentLinkFields))
export type PaymentLinkRow = z.input<typeof PaymentLinkRow>

export const PaymentLink = entity({ ...answerShape(paymentLinkFields), timeline: z.array(TimelineEntry) })
export type PaymentLink = z.input<typeof PaymentLink>

export const paymentLinkList = list({
  columns: listColumns(paymentLinkFields, [
    'created_at',
    'status',
    'amount',
    'customer_name',
    'description',
    'merchant_order_ref',
    'expires_at',
    'email',
    'link_ref',
    'country',
    'phone',
    'source',
    'currency',
    'link',
    'late_payment',
    'expiry_hours',
  ]),
  filters: {
    status: choice(paymentLinkStates.states),
    created_at: timeRange(),
    amount: amountRange(),
    currency: choice(currencyCodes),
    email: exactly(),
    source: exactly(40),
    late_payment: choice(latePayments),
    reached: choice(linkSteps),
  },
  phone: {
    head: ['customer_name', 'email', 'description', 'merchant_order_ref'],
    value: 'amount',
    line: ['created_at', 'status'],
  },
  sorts: ['created_at', 'amount'],
})

/**
 * The search matches any reference, the start of an order id, an e-mail address or a customer's name, the end of a phone
 * number, or an amount: '125.50', '1,250', '125,50 MYR'.
 */
export const listPaymentLinks = call({
  at: 'POST /merchant/{uuid}/paymentLinks',
  follows: ['payment_link'],
  masterAt: 'POST /master-merchant/{uuid}/merchants/payment-links',
  params: { uuid: merchantRef() },
  body: paymentLinkList.body,
  answer: page(PaymentLinkRow),
  access: 'paymentLinks',
})

/** All links that match, as a spreadsheet. */
export const exportPaymentLinks = call({
  at: 'POST /merchant/{key}/export-paymentLinks',
  masterAt: 'POST /master-merchant/{key}/merchants/export-payment-links',
  params: { key: merchantRef() },
  ...exporting(paymentLinkList, 'payment-links'),
  access: 'paymentLinks',
  errorKeys: ['status_message'],
  audit: 'payment-link.export',
})

/**
 * Creates a link that can be paid once; signed with the session's signing key. Only amount and currency are
 * required.
 */
export const createPaymentLink = call({
  at: 'POST /merchants/paymentLink',
  body: record({
    ...merchantKeyFields,
    environment,
    ...requestShape(paymentLinkFields),
    signature_hash: text(100),
  }),
  answer: content(PaymentLink),
  access: 'paymentLinks',
  notice: 'Payment Link Created successfully',
  errorKeys: ['message'],
  faults: ['duplicateOrder', 'recipientMissing'],
  signed: {
    amount: 'amount',
    chaipay_key: 'client_key',
    currency: 'currency',
    failure_url: 'failure_url',
    merchant_order_id: 'merchant_order_id',
    success_url: 'success_url',
  },
  server: true,
  keyScope: 'links',
  audit: 'payment-link.create',
  onFailure: 'inline',
})

/**
 * Cancels a link for good, unless a payment is in flight. The console calls it deleting; the link stays listed.
 */
export const cancelPaymentLink = call({
  at: 'PUT /api/paymentLink/{ref}/status/cancelled',
  params: { ref: ref('paymentLink') },
  answer: content(PaymentLink),
  access: 'paymentLinks',
  server: true,
  keyScope: 'links',
  notice: 'Payment Link Deleted successfully',
  faults: ['notFound', 'wrongState', 'inFlight'],
  audit: 'payment-link.cancel',
})

export const readPaymentLink = call({
  at: 'GET /merchants/{key}/paymentLink/{ref}',
  follows: ['payment_link'],
  params: { key: merchantRef(), ref: ref('paymentLink') },
  answer: content(PaymentLink),
  access: 'paymentLinks',
  server: true,
  keyScope: 'links',
  faults: ['notFound'],
})

/** Whether a shopper could pay the link at this moment. */
export const checkPaymentLink = call({
  at: 'GET /merchants/paymentLink/{ref}/valid',
  params: { ref: ref('paymentLink') },
  answer: content(z.object({ link_ref: z.string(), is_valid: z.boolean(), status: z.enum(paymentLinkStates.states) })),
  access: 'paymentLinks',
  server: true,
  keyScope: 'links',
  errorKeys: ['error'],
  faults: ['notFound'],
})

/** The attempts to pay a link, newest first. */
export const listPaymentLinkAttempts = call({
  at: 'POST /merchant/paymentLink/{ref}/txns-records',
  follows: ['payment_link'],
  params: { ref: ref('paymentLink') },
  body: z.strictObject({ uuid: merchantRef().optional(), environment: environment.optional() }),
  answer: content(z.array(PaymentRow)),
  access: 'paymentLinks',
  server: true,
  keyScope: 'links',
  faults: ['notFound'],
  repeat: 'safe',
})

/** The link's address as a QR code, a data URL of an SVG picture. */
export const readPaymentLinkQrCode = call({
  at: 'GET /merchants/paymentLink/{ref}/generate-qr-code',
  params: { ref: ref('paymentLink') },
  answer: content(z.object({ link: z.string(), qr_code: z.string() })),
  access: 'paymentLinks',
  faults: ['notFound'],
})

const sending = { way: z.enum(messageWays).optional(), language: z.enum(languageTags).optional() }
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
 * Sends the link to its customer by mail and SMS, where it has the address, or by `way` alone. Each way is used at
 * most once a minute; a repeat within it answers the earlier message.
 */
export const sendPaymentLink = call({
  at: 'POST /merchants/paymentLink/{ref}/send-notification',
  params: { ref: ref('paymentLink') },
  body: z.strictObject({ environment: environment.optional(), ...sending }),
  ...sent,
})

/** The same by GET, as the specification's console calls it. */
export const sendPaymentLinkByGet = call({
  at: 'GET /merchants/paymentLink/{ref}/send-notification',
  params: { ref: ref('paymentLink') },
  query: z.strictObject({ environment: environment.optional(), ...sending }),
  ...sent,
})

/** The sources that the merchant's links name, as choices for the filter. */
export const listPaymentLinkSources = call({
  at: 'GET /merchants/{uuid}/list-of-sources',
  params: { uuid: merchantRef() },
  query: z.strictObject({ environment: environment.optional() }),
  answer: content(z.array(z.string())),
  access: 'paymentLinks',
})
