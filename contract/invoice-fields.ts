import { z } from 'zod'
import { defaultLanguage, languageTags } from '#i18n/languages.ts'
import {
  additionalCosts,
  customerNote,
  day,
  deliveryPeriod,
  invoiceAddress,
  invoiceBuyer,
  invoiceFieldsShown,
  invoiceLines,
  invoiceLook,
  invoiceNotes,
  invoiceReminders,
  invoiceText,
  invoiceTextOrNone,
} from './invoice-parts.ts'
import { invoiceStates } from './invoice-states.ts'
import type { Fields } from './kit/fields.ts'
import { ref } from './kit/refs.ts'
import { currency, email, money, optionalText, phone, timestamp, timeZone, webUrl } from './kit/wire.ts'
import { latePayments } from './late-payments.ts'
import { limits } from './limits.ts'
import { paymentMethods } from './methods.ts'

const optionalUrl = z.union([webUrl, z.literal('')]).optional()
const amount = money('currency', { min: 'zero' })
const language = z.enum(languageTags)
/** A text that a request may leave out. */
const plainText = { answer: z.string(), empty: '', form: 'text' } as const
const inList = { list: { kind: 'text' } } as const
/** Not a column of its own: one of the names of the invoice's `content`. */
const said = { column: false } as const
const flag = { request: z.boolean().optional(), answer: z.boolean(), form: 'flag', ...said } as const
/** A sum that the server keeps. */
const sumOf = <const C extends string>(column: C) => ({ answer: amount, list: { kind: 'amount' }, column }) as const

/**
 * The fields of an invoice under the names of its answers, in their order. Those with `column: false` that a request may set are
 * kept together, as the invoice's `content`; the others have columns.
 */
export const invoiceFields = {
  invoice_ref: { answer: z.string(), list: { kind: 'reference' } },
  /** The merchant's own reference, unique per merchant and environment; ours when the request names none. */
  merchant_invoice_ref: {
    request: invoiceText(100).optional(),
    also: 'merchant_order_id',
    answer: z.string(),
    list: { kind: 'reference' },
    empty: '',
    form: 'text',
  },
  /** Empty until it is issued, unless the merchant gives one. */
  invoice_number: {
    ...plainText,
    request: invoiceTextOrNone(limits.invoiceNumberLength),
    list: { kind: 'reference', shown: true },
  },
  status: { answer: z.enum(invoiceStates.states), list: { kind: 'status', shown: true, words: 'states.invoice' } },
  /** Whether a part is paid and another is due. */
  partially_paid: { answer: z.boolean(), list: { kind: 'text', words: 'yesNo' }, column: false },
  customer_name: {
    request: invoiceText(120),
    at: 'customer.name',
    answer: z.string(),
    list: { kind: 'text', shown: true },
    form: 'text',
  },
  email: { ...plainText, ...inList, request: z.union([email, z.literal('')]).optional(), at: 'customer.email' },
  phone: { ...plainText, ...inList, request: z.union([phone, z.literal('')]).optional(), at: 'customer.phone' },
  amount: { request: money(), answer: money(), list: { kind: 'amount', shown: true }, column: 'amount_minor' },
  amount_paid: sumOf('paid_minor'),
  /** What a customer still has to pay: less what is paid and credited. */
  amount_due: { answer: amount, list: { kind: 'amount', shown: true }, column: 'due_minor' },
  amount_credited: sumOf('credited_minor'),
  amount_refunded: sumOf('refunded_minor'),
  sub_total: { request: amount, answer: amount, list: { kind: 'amount' }, column: 'sub_total_minor' },
  currency: { request: currency, answer: currency, list: { kind: 'text', exported: true } },
  /** By default the day of the request in the merchant's time zone. */
  invoice_date: { request: day.optional(), answer: z.string(), list: { kind: 'text', shown: true }, form: 'text' },
  due_date: {
    request: day.meta({ examples: ['2036-12-31'] }),
    answer: z.string(),
    list: { kind: 'text', shown: true },
    form: 'text',
  },
  scheduled_at: { answer: timestamp.nullable(), list: { kind: 'time' } },
  sent_at: { answer: timestamp.nullable(), list: { kind: 'time' } },
  paid_at: { answer: timestamp.nullable(), list: { kind: 'time' } },
  created_at: { answer: timestamp, list: { kind: 'time', shown: true } },
  /** The name that the template had when the invoice was made from it, or empty. */
  template: { answer: z.string(), ...inList, column: 'template_name' },
  /** The name of the user who created it; empty for a merchant's server. */
  created_by: { answer: z.string(), ...inList },
  /** Counts the changes; a change names the one that was seen. */
  revision: { answer: z.number() },

  /** The language of the document and of messages. */
  language: {
    request: language.optional(),
    at: 'customer.language',
    answer: language,
    empty: defaultLanguage,
    form: 'choice',
  },
  /** Of reminders; empty for the merchant's. */
  time_zone: { ...plainText, request: z.union([timeZone, z.literal('')]).optional(), at: 'customer.time_zone' },
  template_ref: { ...plainText, request: ref('invoiceTemplate').optional() },
  late_payment: {
    request: z.enum(latePayments).optional(),
    answer: z.enum(latePayments),
    empty: 'hold',
    form: 'choice',
  },
  allow_partial: { request: z.boolean().optional(), answer: z.boolean(), empty: false, form: 'flag' },
  /** The least first part; 0 for any. */
  least_partial_amount: {
    request: amount.optional(),
    answer: amount,
    column: 'least_partial_minor',
    empty: 0n,
    form: 'amount',
  },
  success_url: { ...plainText, request: optionalUrl },
  failure_url: { ...plainText, request: optionalUrl },
  source: { ...plainText, request: optionalText(40), empty: 'default' },
  /** The voided invoice that this one replaces, or empty. */
  replaces: { ...plainText, request: ref('invoice').optional() },

  billing_address: { request: invoiceAddress.optional(), answer: invoiceAddress, ...said },
  shipping_address: { request: invoiceAddress.optional(), answer: invoiceAddress, ...said },
  buyer: { request: invoiceBuyer.optional(), answer: invoiceBuyer, ...said },
  delivery_date: { request: z.union([day, z.literal('')]).optional(), answer: z.string(), form: 'text', ...said },
  period: { request: deliveryPeriod.nullable().optional(), answer: deliveryPeriod.nullable(), ...said },
  line_items: { request: invoiceLines, answer: invoiceLines, ...said },
  additional_costs: { request: additionalCosts.optional(), answer: additionalCosts, ...said },
  custom_fields: { request: invoiceFieldsShown.optional(), answer: invoiceFieldsShown, ...said },
  description: { ...plainText, ...said, request: invoiceTextOrNone(500) },
  customer_note: { request: customerNote.optional(), answer: customerNote, ...said },
  additional_invoice_notes: { request: invoiceNotes.optional(), answer: invoiceNotes, ...said },
  /** Shown to nobody but the merchant's users. */
  internal_note: { ...plainText, ...said, request: optionalText(1_000) },
  reminders: { request: invoiceReminders.optional(), answer: invoiceReminders, ...said },
  /** The methods that are offered; empty for all of the channels. */
  payment_methods: {
    request: z.array(z.enum(paymentMethods)).max(paymentMethods.length).optional(),
    answer: z.array(z.enum(paymentMethods)),
    ...said,
  },
  show_qr_code: flag,
  notify_by_email: flag,
  notify_by_phone: flag,
  /** Whether the customer gets a receipt by mail. */
  send_email_confirmation: flag,
  look: { request: invoiceLook.optional(), answer: invoiceLook, ...said },
} as const satisfies Fields
