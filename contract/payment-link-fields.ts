import { z } from 'zod'
import type { Fields } from './kit/fields.ts'
import { country, currency, email, money, optionalText, phone, text, timestamp, webUrl } from './kit/wire.ts'
import { latePayments } from './late-payments.ts'
import { limits } from './limits.ts'
import { paymentLinkStates } from './payment-link-states.ts'
import { defaultLanguage, languageTags } from '#i18n/languages.ts'

const optionalUrl = z.union([webUrl, z.literal('')]).optional()
const hours = z.int().min(1, { error: 'too_small' }).max(limits.linkExpiryHoursMost, { error: 'too_big' })
/** A text that a request may leave out. */
const plainText = { answer: z.string(), empty: '', form: 'text' } as const
const inList = { list: { kind: 'text' } } as const
/** The merchant's own fields are elements of one column, `user_configured_fields`. */
const ownField = { ...plainText, ...inList, request: optionalText(200), column: false } as const

/**
 * The fields of a payment link under the names of its answers, in their order. A new field is declared here and gets
 * its column by a migration; `docs/how-to.md` has the steps.
 */
export const paymentLinkFields = {
  link_ref: { answer: z.string(), list: { kind: 'reference' } },
  /** Unique per merchant, environment and kind of order; generated when the request names none. */
  merchant_order_ref: {
    request: text(100).optional(),
    at: 'merchant_order_id',
    also: 'merchant_order_ref',
    answer: z.string(),
    list: { kind: 'reference', shown: true },
    empty: '',
    form: 'text',
  },
  amount: {
    request: money(),
    answer: money(),
    list: { kind: 'amount', shown: true },
    column: 'amount_minor',
    form: 'amount',
  },
  currency: { request: currency, answer: currency, list: { kind: 'text', exported: true } },
  /** By default the merchant's country. */
  country: { request: country.optional(), answer: z.string(), ...inList, empty: '', form: 'optional choice' },
  customer_name: { ...plainText, request: optionalText(120), list: { kind: 'text', shown: true } },
  email: { ...plainText, ...inList, request: z.union([email, z.literal('')]).optional() },
  phone: { ...plainText, request: z.union([phone, z.literal('')]).optional(), ...inList },
  description: { ...plainText, request: optionalText(500), list: { kind: 'text', shown: true } },
  status: {
    answer: z.enum(paymentLinkStates.states),
    list: { kind: 'status', shown: true, words: 'states.paymentLink' },
  },
  source: { ...plainText, request: optionalText(40), ...inList, empty: 'default' },
  created_at: { answer: timestamp, list: { kind: 'time', shown: true } },
  expires_at: { answer: timestamp.nullable(), list: { kind: 'time', shown: true } },
  /** The address of the shopper's page. */
  link: { answer: z.string(), ...inList, column: false },
  /** Hours until the link expires; without it, it does not. */
  expiry_hours: {
    request: hours.optional(),
    answer: z.number().nullable(),
    list: { kind: 'number' },
    empty: null,
    form: 'number',
  },
  late_payment: {
    request: z.enum(latePayments).optional(),
    answer: z.enum(latePayments),
    list: { kind: 'text', words: 'latePayments' },
    empty: 'accept',
    form: 'choice',
  },
  promo_code: { ...plainText, request: optionalText(40), at: 'merchant_details.promo_code', ...inList },
  /** The name of the user who created it; empty for a merchant's server. */
  created_by: { answer: z.string(), ...inList },
  user_configured_field1: ownField,
  user_configured_field2: ownField,
  user_configured_field3: ownField,
  user_configured_field4: ownField,
  user_configured_field5: ownField,

  /** Name and logo on the shopper's page; by default the merchant's own. */
  merchant_name: { ...plainText, request: optionalText(120), at: 'merchant_details.name' },
  merchant_logo: { ...plainText, request: optionalUrl, at: 'merchant_details.logo' },
  cancel_url: {
    ...plainText,
    request: optionalUrl,
    ...inList,
    at: 'failure_url',
    also: 'cancel_url',
    column: 'failure_url',
  },
  success_url: { ...plainText, request: optionalUrl, ...inList },
  merchant_back_url: { ...plainText, request: optionalUrl, ...inList },
  /** Used as `merchant_back_url` where that is left out. */
  back_url: { request: optionalUrl, at: 'merchant_details.back_url', column: false },
  ip_address: { answer: z.string() },
  /** The language of messages to the customer. */
  language: {
    request: z.enum(languageTags).optional(),
    answer: z.enum(languageTags),
    empty: defaultLanguage,
    form: 'choice',
  },
  promo_discount: {
    request: money('currency', { min: 'zero' }).optional(),
    at: 'merchant_details.promo_discount',
    answer: money('currency', { min: 'zero' }),
    list: { kind: 'amount' },
    column: 'promo_discount_minor',
    empty: 0n,
    form: 'amount',
  },
  shipping_charges: {
    request: money('currency', { min: 'zero' }).optional(),
    at: 'merchant_details.shipping_charges',
    answer: money('currency', { min: 'zero' }),
    list: { kind: 'amount' },
    column: 'shipping_charges_minor',
    empty: 0n,
    form: 'amount',
  },
  line_1: {
    ...plainText,
    request: optionalText(120),
    ...inList,
    at: 'billing_address.line_1',
    column: 'billing_line_1',
  },
  line_2: {
    ...plainText,
    request: optionalText(120),
    ...inList,
    at: 'billing_address.line_2',
    column: 'billing_line_2',
  },
  city: { ...plainText, request: optionalText(80), ...inList, at: 'billing_address.city', column: 'billing_city' },
  countryCode: {
    request: z.union([country, z.literal('')]).optional(),
    at: 'billing_address.country_code',
    answer: z.string(),
    ...inList,
    column: 'billing_country',
    empty: '',
    form: 'optional choice',
  },
  /** Sends the link to its customer by mail on creation; needs `email`. */
  notify_by_email: { request: z.boolean().optional(), empty: false, form: 'flag' },
  /** Sends it by SMS on creation; needs `phone`. */
  notify_by_phone: { request: z.boolean().optional(), empty: false, form: 'flag' },
} as const satisfies Fields
