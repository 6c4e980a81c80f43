import { z } from 'zod'
import { defaultLanguage, languageTags } from '#i18n/languages.ts'
import type { Fields } from './kit/fields.ts'
import { currency, email, money, optionalText, phone, text, timestamp, webUrl } from './kit/wire.ts'
import { latePayments } from './late-payments.ts'
import { drawnPicture, pageBlocks } from './page-blocks.ts'
import { fieldTexts, fieldUse, pageFields } from './page-fields.ts'
import { isOfNetwork, pagePaymentTypes, socialNetworkNames } from './payment-page-looks.ts'
import { pageName } from './payment-page-names.ts'
import { availabilities, pageTypes, paymentPageStates } from './payment-page-states.ts'

const optionalUrl = z.union([webUrl, z.literal('')]).optional()
const quantity = z.int().min(1, { error: 'too_small' }).max(1_000, { error: 'too_big' })
const units = z.int().min(0, { error: 'too_small' }).max(1_000_000_000, { error: 'too_big' })
const colour = z
  .string()
  .regex(/^#[0-9A-Fa-f]{6}$/, { error: 'not_a_colour' })
  .meta({ examples: ['#0f766e'] })
const amount = money('currency', { min: 'zero' })
const count = { answer: z.number(), list: { kind: 'number' }, column: false } as const
/** A text that a request may leave out. */
const plainText = { answer: z.string(), empty: '', form: 'text' } as const
/** Not a column of its own: one of the names of the page's `content`. */
const said = { column: false } as const
const asked = { request: fieldUse.optional(), answer: fieldUse, form: 'choice', ...said } as const
const language = z.enum(languageTags)

const socialIcon = z
  .strictObject({ network: z.enum(socialNetworkNames), url: webUrl })
  .refine(({ network, url }) => isOfNetwork(network, url), { error: 'not_of_the_network', path: ['url'] })
  .meta({ examples: [{ network: 'instagram', url: 'https://instagram.com/countinghouse' }] })
const textsOfLanguage = z.strictObject({
  title: optionalText(80),
  description: pageBlocks.optional(),
  button_text: optionalText(24),
  terms: optionalText(5_000),
  success_message: optionalText(500),
  /** By the ids of the custom fields. */
  fields: z.record(z.string().max(40), fieldTexts).optional(),
})
const texts = z
  .partialRecord(language, textsOfLanguage)
  .meta({ examples: [{ [defaultLanguage]: { title: 'A mug', button_text: 'Buy' } }] })
const picture = z.strictObject({ picture: drawnPicture, alt: optionalText(200) })

/**
 * The fields of a payment page under the names of its answers, in their order. Those with `column: false` that a request may
 * set are kept together, as the page's `content`; the others have columns.
 */
export const paymentPageFields = {
  page_ref: { answer: z.string(), list: { kind: 'reference' } },
  /** By default the name under `merchant_details`. */
  title: { ...plainText, request: optionalText(80), list: { kind: 'text', shown: true } },
  status: {
    answer: z.enum(paymentPageStates.states),
    list: { kind: 'status', words: 'states.paymentPage' },
  },
  /** Whether shoppers can order at this moment, and why not. */
  availability: {
    answer: z.enum(availabilities),
    list: { kind: 'status', shown: true, words: 'states.availability' },
    column: false,
  },
  page_type: {
    request: z.enum(pageTypes).optional(),
    answer: z.enum(pageTypes),
    list: { kind: 'text', words: 'pageTypes' },
    empty: 'fixed_amount',
    form: 'choice',
  },
  /** Of one unit; of a page with a chosen amount the suggested one, or 0. */
  amount: {
    request: amount,
    answer: amount,
    list: { kind: 'amount', shown: true },
    column: 'amount_minor',
    empty: 0n,
    form: 'amount',
  },
  currency: { request: currency, answer: currency, list: { kind: 'text', exported: true } },
  units_sold: { ...count, list: { kind: 'number', shown: true } },
  /** Captured less refunded, before fees. */
  revenue: { answer: money('currency', { min: 'any' }), list: { kind: 'amount', shown: true }, column: false },
  captured: { answer: amount, column: false },
  refunded: { answer: amount, column: false },
  /** Null without a limit. */
  stock_available: {
    /** On creation, and when the stock becomes limited; afterwards it is changed by the call for it. */
    request: units.optional(),
    answer: z.number().nullable(),
    list: { kind: 'number', shown: true },
    column: false,
    form: 'number',
  },
  stock_reserved: count,
  page_url: { answer: z.string(), list: { kind: 'text' }, column: false },
  custom_url: { ...plainText, request: z.union([pageName, z.literal('')]).optional(), list: { kind: 'text' } },
  expires_at: {
    request: timestamp.nullable().optional(),
    answer: timestamp.nullable(),
    list: { kind: 'time' },
    empty: null,
    form: 'text',
  },
  created_at: { answer: timestamp, list: { kind: 'time', shown: true } },
  created_by: { answer: z.string(), list: { kind: 'text' } },
  version: { answer: z.number(), list: { kind: 'number' } },

  merchant_order_id: {
    request: text(100).optional(),
    also: 'merchant_order_ref',
    answer: z.string(),
    empty: '',
    form: 'text',
  },
  /** Smallest and largest number of units of an order. */
  min_quantity: { request: quantity.optional(), answer: z.number(), empty: 1, form: 'number' },
  max_quantity: { request: quantity.optional(), answer: z.number(), empty: 1, form: 'number' },
  /** Bounds of an amount that the shopper chooses; 0 for none. */
  min_amount: { request: amount.optional(), answer: amount, column: 'min_amount_minor', empty: 0n, form: 'amount' },
  max_amount: { request: amount.optional(), answer: amount, column: 'max_amount_minor', empty: 0n, form: 'amount' },
  promo_discount: {
    request: amount.optional(),
    at: 'merchant_details.promo_discount',
    answer: amount,
    column: 'promo_discount_minor',
    empty: 0n,
    form: 'amount',
  },
  shipping_charges: {
    request: amount.optional(),
    at: 'merchant_details.shipping_charges',
    answer: amount,
    column: 'shipping_charges_minor',
    empty: 0n,
    form: 'amount',
  },
  stock: {
    request: z.enum(['limited', 'unlimited']).optional(),
    answer: z.enum(['limited', 'unlimited']),
    column: false,
    form: 'choice',
  },
  /** When a sale leaves this number of unsold units or fewer, people are told. */
  low_stock_at: { request: units.nullable().optional(), answer: z.number().nullable(), empty: null, form: 'number' },
  /** What becomes of money that comes when its order is over and nothing is free; by default `refund` with limited stock. */
  late_payment: { request: z.enum(latePayments).optional(), answer: z.enum(latePayments), form: 'choice' },
  source: { ...plainText, request: optionalText(40), empty: 'default' },
  success_url: { ...plainText, request: optionalUrl },
  failure_url: { ...plainText, request: optionalUrl },
  default_language: { request: language.optional(), answer: language, empty: defaultLanguage, form: 'choice' },

  merchant_name: { ...plainText, ...said, request: optionalText(120), at: 'merchant_details.name' },
  description: { request: pageBlocks.optional(), answer: pageBlocks, ...said },
  custom_fields: { request: pageFields.optional(), answer: pageFields, ...said },
  name_field: asked,
  email_field: asked,
  phone_field: asked,
  button_text: { ...plainText, ...said, request: optionalText(24) },
  terms: { ...plainText, ...said, request: optionalText(5_000) },
  contact_email: { ...plainText, ...said, request: z.union([email, z.literal('')]).optional() },
  contact_phone: { ...plainText, ...said, request: z.union([phone, z.literal('')]).optional() },
  social_icons: { request: z.array(socialIcon).max(10).optional(), answer: z.array(socialIcon), ...said },
  logo: { ...plainText, ...said, request: z.union([drawnPicture, z.literal('')]).optional() },
  pictures: { request: z.array(picture).max(10).optional(), answer: z.array(picture), ...said },
  theme: { request: z.enum(['light', 'dark']).optional(), answer: z.enum(['light', 'dark']), form: 'choice', ...said },
  primary_color: { request: colour.optional(), answer: colour, form: 'text', ...said },
  secondary_color: { request: colour.optional(), answer: colour, form: 'text', ...said },
  payment_types: {
    request: z.array(z.enum(pagePaymentTypes)).min(1).max(pagePaymentTypes.length).optional(),
    answer: z.array(z.enum(pagePaymentTypes)),
    ...said,
  },
  after_payment: {
    request: z.enum(['message', 'redirect']).optional(),
    answer: z.enum(['message', 'redirect']),
    form: 'choice',
    ...said,
  },
  success_message: { ...plainText, ...said, request: optionalText(500) },
  /** Whether search engines may list it. */
  listed: { request: z.boolean().optional(), answer: z.boolean(), form: 'flag', ...said },
  notify_shopper: { request: z.boolean().optional(), answer: z.boolean(), form: 'flag', ...said },
  confirmation_emails: { request: z.array(email).max(5).optional(), answer: z.array(z.string()), ...said },
  /** Texts in other languages; what one lacks is said in the default language. */
  texts: { request: texts.optional(), answer: texts, ...said },
} as const satisfies Fields
