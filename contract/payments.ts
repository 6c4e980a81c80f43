import { z } from 'zod'
import { declineReasons } from './declines.ts'
import { call, content, nothing, page } from './kit/call.ts'
import { amountRange, choice, exactly, exporting, list, timeRange } from './kit/list.ts'
import { machine } from './kit/machine.ts'
import { currencyCodes } from './kit/money.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { merchantKeys } from './kit/twin.ts'
import { currency, entity, environment, money, optionalText, record, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'
import { latePayments } from './late-payments.ts'
import { MethodDetails } from './method-details.ts'
import { paymentMethods } from './methods.ts'
import { TimelineEntry } from './timeline.ts'
import { WebhookDelivery } from './webhook-deliveries.ts'

/**
 * A transaction is one attempt to pay an order. Failed and expired ones still succeed when the provider proves a
 * capture.
 */
export const paymentStates = machine({
  states: ['Initiated', 'Pending', 'Authorized', 'Success', 'Failed', 'Expired'],
  actions: {
    wait: { from: ['Initiated'], to: 'Pending' },
    authorise: { from: ['Initiated', 'Pending'], to: 'Authorized' },
    capture: { from: ['Initiated', 'Pending', 'Authorized', 'Failed', 'Expired'], to: 'Success' },
    decline: { from: ['Initiated', 'Pending', 'Authorized'], to: 'Failed' },
    expire: { from: ['Initiated', 'Pending', 'Authorized'], to: 'Expired' },
    /** By somebody's word, for the methods that no provider confirms. */
    confirm: { from: ['Initiated', 'Pending'], to: 'Success' },
    reject: { from: ['Initiated', 'Pending'], to: 'Failed' },
  },
})
export type PaymentState = (typeof paymentStates.states)[number]
/** An attempt in one of these may still move money; the order takes no other meanwhile. */
export const inFlightStates = ['Initiated', 'Pending', 'Authorized'] as const satisfies readonly PaymentState[]

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
  /**
   * What was used in the end, which a code or a wallet may leave open: the provider's word; empty until it gives one.
   */
  actual_payment_method: z.union([z.enum(paymentMethods), z.literal('')]),
  /** Such as `GRABPAY` or `ATM_CARD`; empty where the method has only one. */
  payment_sub_type: z.string(),
  /** The card as it may be shown, '424242******4242', or empty. */
  masked_card_number: z.string(),
  card_brand: z.string(),
  channel_key: z.string(),
  payment_channel_name: z.string(),
  shopper_name: z.string(),
  shopper_email: z.string(),
  /** The link that was paid, or empty. */
  link_ref: z.string(),
  /** The money came when the link could no longer be paid: expired, cancelled, or paid by another attempt. */
  late: z.boolean(),
  /** Given back, and on its way back. */
  refunded: money('currency', { min: 'zero' }),
  refunding: money('currency', { min: 'zero' }),
  created_at: timestamp,
}
export const PaymentRow = entity(paymentRow)
export type PaymentRow = z.input<typeof PaymentRow>

/** Slips that are kept: pictures, whatever they came as, and documents. */
export const slipTypes = ['image/png', 'application/pdf'] as const
const Slip = z.object({
  slip_id: z.string(),
  /** As the shopper's file was called. */
  name: z.string(),
  type: z.enum(slipTypes),
  size_bytes: z.number(),
  created_at: timestamp,
})
export type Slip = z.input<typeof Slip>

export const Payment = entity({
  ...paymentRow,
  fee: money('currency', { min: 'zero' }),
  fee_tax: money('currency', { min: 'zero' }),
  /**
   * What the merchant is owed of it: amount less fee, tax and what is refunded or being so, possibly negative; zero
   * until it succeeds and while it is kept apart.
   */
  net: money('currency', { min: 'any' }),
  /**
   * What the fee was made by when the money came: max(minimum, amount × percent) + flat, and tax on that; null
   * before.
   */
  fee_terms: z
    .object({
      percent_fee: z.string(),
      minimum_fee: money('currency', { min: 'zero' }),
      flat_fee: money('currency', { min: 'zero' }),
      tax_percent: z.string(),
    })
    .nullable(),
  /** The other attempts to pay the same order, newest first. */
  attempts: z.array(PaymentRow),
  /** What the ledger has of the payment and its refunds, a line each, oldest first. Debits are positive. */
  postings: z.array(
    entity({
      at: timestamp,
      kind: z.string(),
      /** Of the payment or the refund that it books. */
      object_ref: z.string(),
      account: z.string(),
      amount: money('currency', { min: 'any' }),
      currency,
    }),
  ),
  /** What its link asks for with money that comes late; empty unless this did. */
  late_payment: z.union([z.enum(latePayments), z.literal('')]),
  description: z.string(),
  merchant_email: z.string(),
  shopper_phone: z.string(),
  shopper_address: z.string(),
  shopper_ip: z.string(),
  device_info: z.string(),
  channel_text: z.string(),
  /** A redirect's address stays with the shopper: only its origin is told. */
  method_details: MethodDetails,
  /** Its QR code as a picture, a data URL; empty without one. */
  qr_code: z.string(),
  /** What the shopper sent to show that they have transferred, oldest first. */
  direct_bank_transfer_details: z.object({ payment_slip: z.array(Slip) }),
  /** Until when the shopper may pay; null where the provider was never asked to stop. */
  expires_at: timestamp.nullable(),
  environment,
  source: z.string(),
  updated_at: timestamp,
  routing_enabled: z.boolean(),
  timeline: z.array(TimelineEntry),
})
export type Payment = z.input<typeof Payment>

export const paymentList = list({
  columns: {
    created_at: { kind: 'time', shown: true },
    status: { kind: 'status', shown: true },
    amount: { kind: 'amount', shown: true },
    merchant_order_ref: { kind: 'reference', shown: true },
    order_ref: { kind: 'reference', shown: true },
    payment_method: { kind: 'text', shown: true },
    payment_channel_name: { kind: 'text', shown: true },
    shopper_email: { kind: 'text', shown: true },
    shopper_name: { kind: 'text' },
    channel_order_ref: { kind: 'reference' },
    status_reason: { kind: 'text' },
    masked_card_number: { kind: 'reference' },
    currency: { kind: 'text' },
    refunded: { kind: 'amount' },
    refunding: { kind: 'amount' },
    link_ref: { kind: 'reference' },
  },
  filters: {
    status: choice(paymentStates.states),
    currency: choice(currencyCodes),
    payment_method: choice(paymentMethods),
    channel_key: exactly(60),
    created_at: timeRange(),
    amount: amountRange(),
    email: exactly(),
    refunds: choice(['pending', 'partial', 'full']),
    late: choice(['late']),
  },
  sorts: ['created_at', 'amount'],
})

/**
 * Finds by any reference (order, payment, link, provider's, refund), the shopper's e-mail, the start of an order's or an
 * e-mail, the last four digits of the card, or an amount: '125.50', '1,250', '125,50 MYR'.
 */
export const listPayments = call({
  at: 'POST /merchant/{id}/payments',
  masterAt: 'POST /master-merchant/{key}/merchants/transactions',
  params: { id: merchantRef() },
  body: paymentList.body,
  answer: page(PaymentRow),
  access: 'transactionsList',
})

/** All payments that fit, as a spreadsheet. */
export const exportPayments = call({
  at: 'POST /merchant/{id}/export-payments',
  masterAt: 'POST /master-merchant/{key}/merchants/export-transactions',
  params: { id: merchantRef() },
  ...exporting(paymentList, 'transactions-data'),
  /** `merchant_keys` narrows it to some of the merchants that the session may name. */
  body: record({ ...paymentList.exportBody.shape, merchant_keys: merchantKeys() }),
  access: 'transactionsList',
  audit: 'payment.export',
})

export const readPayment = call({
  at: 'POST /merchant/{id}/transaction-details',
  params: { id: merchantRef() },
  body: z.strictObject({ order_ref: ref('payment'), environment: environment.optional() }),
  answer: content(Payment),
  access: 'transactionDetails',
  faults: ['notFound'],
  repeat: 'safe',
})

/**
 * Says how a payment has ended that no provider confirms: a transfer, cash. It acts on the one attempt of the order that
 * has not ended. Only once: what has ended stays so. `signature` is over client_key, merchant_order_ref and status.
 */
export const setPaymentStatus = call({
  at: 'PUT /merchants/transaction/status',
  body: z.strictObject({
    status: z.enum(['Success', 'Failed']),
    merchant_order_ref: ref('order', 100),
    signature: text(128),
    /** What it is known by: kept in the timeline. */
    reason: optionalText(limits.evidenceLength),
    environment: environment.optional(),
    chaipay_key: merchantRef().optional(),
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

/** One slip of a payment, as a data URL: it is fetched like anything else, and no address leads to it. */
export const readPaymentSlip = call({
  at: 'GET /merchant/{id}/payment-slips/{order_ref}/{slip_id}',
  params: { id: merchantRef(), order_ref: ref('payment'), slip_id: ref('slip') },
  answer: content(z.object({ name: z.string(), type: z.enum(slipTypes), data_url: z.string() })),
  access: 'transactionDetails',
  faults: ['notFound'],
  audit: 'payment.read-slip',
  sensitive: true,
})

/** What was sent to the merchant's servers about a payment, and what the provider called back. */
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
          /** Of the refund that it is about; empty for the payment itself. */
          refund_id: z.string(),
          /** What the provider sent, without what is secret or the shopper's alone; empty from before it was kept. */
          body: z.string(),
        }),
      ),
    }),
  ),
  access: 'transactionDetails',
  faults: ['notFound'],
})

/**
 * Sends the newest webhooks of a payment again, delivered ones too, with the same `webhook-id`. `notFound` also when
 * none that is switched on was told of it.
 */
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
