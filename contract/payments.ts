import { z } from 'zod'
import { declineReasons } from './declines.ts'
import { FeeTerms, HeldMoney } from './fees.ts'
import { call, content, nothing, page } from './kit/call.ts'
import { exporting } from './kit/list.ts'
import { merchantKeyFields, merchantRef, ref } from './kit/refs.ts'
import { merchantKeys } from './kit/twin.ts'
import { currency, entity, environment, money, optionalText, record, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'
import { latePayments } from './late-payments.ts'
import { MethodDetails } from './method-details.ts'
import { paymentMethods } from './methods.ts'
import { paymentList } from './payment-list.ts'
import { paymentStates } from './payment-states.ts'
import { remitStatuses } from './remittance-states.ts'
import { TimelineEntry } from './timeline.ts'
import { WebhookDelivery } from './webhook-deliveries.ts'

const paymentRow = {
  order_ref: z.string(),
  merchant_order_ref: z.string(),
  /** The provider's own reference; empty until it has answered. */
  channel_order_ref: z.string(),
  amount: money(),
  currency,
  status: z.enum(paymentStates.states),
  /** `declines.ts`, or empty. */
  status_reason: z.union([z.enum(declineReasons), z.literal('')]),
  status_code: z.string(),
  payment_method: z.enum(paymentMethods),
  /** The method in the provider's answer, as a QR code or a wallet may leave it open; empty until it is known. */
  actual_payment_method: z.union([z.enum(paymentMethods), z.literal('')]),
  /** Such as `GRABPAY` or `ATM_CARD`; empty where the method has only one. */
  payment_sub_type: z.string(),
  /** The masked card number, '424242******4242', or empty. */
  masked_card_number: z.string(),
  card_brand: z.string(),
  channel_key: z.string(),
  payment_channel_name: z.string(),
  shopper_name: z.string(),
  shopper_email: z.string(),
  /** The link that was paid, or empty. */
  link_ref: z.string(),
  /** The page at which it was ordered, or empty. */
  page_ref: z.string(),
  /** The invoice that was paid, or empty. */
  invoice_ref: z.string(),
  /** The subscription of which a charge or the set-up was paid, or empty. */
  subscription_order_ref: z.string(),
  /** Whether the money came when the payable was expired, cancelled or already paid. */
  late: z.boolean(),
  /** The refunded amount, and that of refunds in progress. */
  refunded: money('currency', { min: 'zero' }),
  refunding: money('currency', { min: 'zero' }),
  created_at: timestamp,
}
export const PaymentRow = entity(paymentRow)
export type PaymentRow = z.input<typeof PaymentRow>

const listedFields = {
  fee: money('currency', { min: 'zero' }),
  fee_tax: money('currency', { min: 'zero' }),
  /** Amount less fee, tax and refunds, even those in progress; zero until success and while the money is held. */
  net: money('currency', { min: 'any' }),
  /** How far a sale abroad has come; empty for payments in the merchant's own currency. */
  remit_status: z.union([z.enum(remitStatuses), z.literal('')]),
  shopper_phone: z.string(),
  shopper_address: z.string(),
  shopper_ip: z.string(),
  device_info: z.string(),
}
/** A payment in a list whose columns people choose. What a column `needs` another rule for is empty for other users. */
export const ListedPayment = entity({
  ...paymentRow,
  ...listedFields,
  /** The last four digits of the card; empty for another method. */
  card_last4: z.string(),
})
export type ListedPayment = z.input<typeof ListedPayment>

/** The types of stored slips: images are converted to PNG. */
export const slipTypes = ['image/png', 'application/pdf'] as const
const Slip = z.object({
  slip_id: z.string(),
  /** The name of the shopper's file. */
  name: z.string(),
  type: z.enum(slipTypes),
  size_bytes: z.number(),
  created_at: timestamp,
})
export type Slip = z.input<typeof Slip>

export const Payment = entity({
  ...paymentRow,
  ...listedFields,
  /** The terms of the fee when it was booked; null before, and while the money is held. */
  fee_terms: FeeTerms.nullable(),
  /** Null when no late money waits for a decision. */
  held: HeldMoney.nullable(),
  /** The other attempts to pay the same order, newest first. */
  attempts: z.array(PaymentRow),
  /** The ledger entries of the payment and its refunds, oldest first. Debits are positive. */
  postings: z.array(
    entity({
      at: timestamp,
      kind: z.string(),
      /** The reference of the payment or refund. */
      object_ref: z.string(),
      account: z.string(),
      amount: money('currency', { min: 'any' }),
      currency,
    }),
  ),
  /** The payable's policy for late money; empty unless the money was late. */
  late_payment: z.union([z.enum(latePayments), z.literal('')]),
  description: z.string(),
  merchant_email: z.string(),
  channel_text: z.string(),
  /** A redirect shows only its origin; the full address is the shopper's. */
  method_details: MethodDetails,
  /** The QR code as a data URL; empty without one. */
  qr_code: z.string(),
  /** The slips of a transfer, oldest first. */
  direct_bank_transfer_details: z.object({ payment_slip: z.array(Slip) }),
  /** The end of the time to pay; null without one. */
  expires_at: timestamp.nullable(),
  environment,
  source: z.string(),
  /** The settlement that a sale abroad is in; empty without one. */
  settlement_ref: z.string(),
  updated_at: timestamp,
  /** What is to become of a payment that is only authorised, once a user has decided; empty otherwise. */
  finish: z.enum(['', 'capture', 'void']),
  /** Until when a payment that is only authorised can be captured; null where that is not known, and in every other state. */
  capture_by: timestamp.nullable(),
  routing_enabled: z.boolean(),
  timeline: z.array(TimelineEntry),
})
export type Payment = z.input<typeof Payment>

/**
 * The search matches any reference (order, payment, link, provider's, refund), the start of an order id or of the
 * shopper's e-mail address or name, the last four digits of the card, or an amount: '125.50', '1,250', '125,50 MYR'.
 */
export const listPayments = call({
  at: 'POST /merchant/{id}/payments',
  follows: ['payment'],
  masterAt: 'POST /master-merchant/{key}/merchants/transactions',
  params: { id: merchantRef() },
  body: paymentList.body,
  answer: page(ListedPayment),
  server: true,
  keyScope: 'payments',
  access: 'transactionsList',
})

/** All payments that match, as a spreadsheet. */
export const exportPayments = call({
  at: 'POST /merchant/{id}/export-payments',
  masterAt: 'POST /master-merchant/{key}/merchants/export-transactions',
  params: { id: merchantRef() },
  ...exporting(paymentList, 'transactions-data'),
  /** `merchant_keys` restricts the export to some of the merchants that the session may name. */
  body: record({ ...paymentList.exportBody.shape, merchant_keys: merchantKeys() }),
  access: 'transactionsList',
  audit: 'payment.export',
})

export const readPayment = call({
  at: 'POST /merchant/{id}/transaction-details',
  follows: ['payment'],
  params: { id: merchantRef() },
  body: z.strictObject({ order_ref: ref('payment'), environment: environment.optional() }),
  answer: content(Payment),
  access: 'transactionDetails',
  server: true,
  keyScope: 'payments',
  faults: ['notFound'],
  repeat: 'safe',
})

/**
 * Enters the outcome of a payment that no provider confirms, such as a transfer or cash. It applies to the one attempt of
 * the order that has not ended; an outcome is final. `signature` covers what `signed` names.
 */
export const setPaymentStatus = call({
  at: 'PUT /merchants/transaction/status',
  body: record({
    status: z.enum(['Success', 'Failed']),
    merchant_order_ref: ref('order', 100),
    signature: text(128),
    /** The evidence, kept in the timeline. */
    reason: optionalText(limits.evidenceLength),
    environment: environment.optional(),
    ...merchantKeyFields,
  }),
  answer: content(Payment),
  access: 'refund',
  faults: ['notFound', 'wrongState'],
  signed: { chaipay_key: 'client_key', merchant_order_ref: 'merchant_order_ref', status: 'status' },
  signedIn: 'signature',
  stepUp: true,
  audit: 'payment.set-status',
  notice: 'Transaction Updated successfully',
  onFailure: 'inline',
})

const finishing = {
  params: { id: merchantRef(), order_ref: ref('payment') },
  body: z.strictObject({ environment: environment.optional() }),
  answer: content(Payment),
  access: 'refund',
  server: true,
  keyScope: 'payments',
  faults: ['notFound', 'wrongState'],
  onFailure: 'inline',
} as const

/**
 * Takes the money of a payment that is only authorised, all of it, once. The provider is told afterwards; until its answer
 * `finish` says `capture`. `wrongState` when the payment is not authorised or is being released.
 */
export const capturePayment = call({
  ...finishing,
  at: 'POST /api/payments/{id}/{order_ref}/capture',
  audit: 'payment.capture',
  notice: 'Payment is being captured',
})

/**
 * Releases a payment that is only authorised, without taking money. It ends as failed once the provider has answered.
 * `wrongState` when the payment is not authorised or is being captured.
 */
export const voidPayment = call({
  ...finishing,
  at: 'POST /api/payments/{id}/{order_ref}/void',
  audit: 'payment.void',
  notice: 'Payment is being released',
})

/** One slip of a payment as a data URL, so that it has no address of its own. */
export const readPaymentSlip = call({
  at: 'GET /merchant/{id}/payment-slips/{order_ref}/{slip_id}',
  params: { id: merchantRef(), order_ref: ref('payment'), slip_id: ref('slip') },
  answer: content(z.object({ name: z.string(), type: z.enum(slipTypes), data_url: z.string() })),
  access: 'transactionDetails',
  faults: ['notFound'],
  audit: 'payment.read-slip',
  sensitive: true,
})

/** The webhooks about a payment, and the call-backs of its provider. */
export const readWebhookData = call({
  at: 'GET /merchant/{id}/webhookdata/{order_ref}',
  params: { id: merchantRef(), order_ref: ref('payment') },
  answer: content(
    z.object({
      webhookData: z.array(WebhookDelivery),
      channelEvents: z.array(
        z.object({
          event_id: z.string(),
          at: timestamp,
          received_at: timestamp,
          outcome: z.string(),
          effect: z.enum(['applied', 'ignored']),
          /** The refund of the event; empty for events of the payment itself. */
          refund_id: z.string(),
          /** The body without secret and personal fields; empty for call-backs older than its storage. */
          body: z.string(),
        }),
      ),
    }),
  ),
  access: 'transactionDetails',
  faults: ['notFound'],
})

/** Sends a payment's newest webhooks again, under the same `webhook-id`. `notFound` also when none switched on had it. */
export const resendWebhook = call({
  at: 'POST /merchants/{id}/send-webhook',
  params: { id: merchantRef() },
  body: z.strictObject({ order_ref: ref('payment'), environment: environment.optional() }),
  answer: nothing,
  access: 'webhooks',
  faults: ['notFound', 'tooFast'],
  notice: 'Webhook sent',
  audit: 'webhook.resend',
  onFailure: 'inline',
})
