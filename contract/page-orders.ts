import { z } from 'zod'
import { languageTags } from '#i18n/languages.ts'
import { call, content, nothing } from './kit/call.ts'
import { exporting } from './kit/list.ts'
import { currencyCodes } from './kit/money.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { currency, entity, environment, money, optionalText, timestamp } from './kit/wire.ts'
import { pagePaymentList } from './payment-page-list.ts'
import { paymentMethods } from './methods.ts'
import { paymentStates } from './payment-states.ts'

/** In major units of the page's currency. */
const major = z.number({ error: 'not_a_number' }).min(0, { error: 'negative' })

/**
 * Orders at a page and holds the units: five minutes until the first attempt to pay. The answer's `order_ref` is payable
 * (`startAttempt`). `pageChanged` when the page asks for another total than the shopper was shown, with both under `errors`;
 * `outOfStock` when fewer units are free; `pageInactive` when it takes no orders; `holdsTooMany` when too many units are held
 * from the address. What is wrong with an answer stands under `errors`, by `fields.<id>`, `name`, `email` or `phone`.
 */
export const createPageOrder = call({
  at: 'POST /api/checkout/pages/{name}/orders',
  params: { name: ref('shoppersPage') },
  body: z.strictObject({
    /** The version of the page that was shown. */
    version: z.int().min(1),
    /** Units; by default the smallest number. */
    quantity: z.int().min(1).max(1_000).optional(),
    /** The amount that the shopper chose, where the page leaves it to them. */
    amount: major.optional(),
    /** The total that the shopper was shown. */
    seen_total: major,
    /** By the ids of the page's fields. */
    fields: z.record(z.string().max(40), z.union([z.string().max(4_000), z.boolean()])).optional(),
    name: optionalText(120),
    email: optionalText(254),
    phone: optionalText(32),
    language: z.enum(languageTags).optional(),
    /** Whether the same shopper has asked for an order here before: the funnel counts the first as begun, even a refused one. */
    again: z.boolean().optional(),
  }),
  answer: content(
    entity({ order_ref: z.string(), total: money(), currency: z.enum(currencyCodes), expires_at: timestamp }),
  ),
  access: 'shopper',
  errorKeys: ['status_message'],
  faults: [
    'notFound',
    'merchantInactive',
    'pageInactive',
    'pageChanged',
    'outOfStock',
    'holdsTooMany',
    'invalidAmount',
    'pageValue',
    'pageValueMissing',
  ],
  repeat: 'keyed',
  rate: 'shopper',
  inTurn: true,
  unaudited: 'a shopper orders for themselves; the order is in its timeline',
})

/** Gives an order up: its units are free at once. `wrongState` while an attempt is in flight, and when it is paid or over. */
export const cancelPageOrder = call({
  at: 'POST /api/checkout/pages/{name}/orders/{order_ref}/cancel',
  params: { name: ref('shoppersPage'), order_ref: ref('pageOrder') },
  answer: nothing,
  access: 'shopper',
  errorKeys: ['status_message'],
  faults: ['notFound', 'wrongState'],
  repeat: 'keyed',
  rate: 'shopper',
  unaudited: 'a shopper gives up an order of their own; it is in its timeline',
})

/**
 * Changes the stock of a page by a number of units, or returns units of a paid order to it. `outOfStock` names what would go
 * when fewer are free.
 */
export const changePageStock = call({
  at: 'POST /api/payment-pages/{ref}/stock',
  params: { ref: ref('paymentPage') },
  body: z.strictObject({
    environment: environment.optional(),
    change: z
      .int()
      .min(-1_000_000_000)
      .max(1_000_000_000)
      .refine((change) => change !== 0, { error: 'required' }),
    /** The paid order whose units come back, once. */
    order_ref: ref('pageOrder').optional(),
  }),
  answer: content(z.object({ stocked: z.number(), available: z.number(), reserved: z.number(), sold: z.number() })),
  access: 'paymentPagesConfiguration',
  errorKeys: ['status_message'],
  faults: ['notFound', 'wrongState', 'outOfStock', 'invalidRequest'],
  repeat: 'required',
  audit: 'payment-page.stock',
  onFailure: 'inline',
})

/** A payment of a page, with what was ordered and answered. */
export const PagePayment = entity({
  order_ref: z.string(),
  merchant_order_ref: z.string(),
  page_order_ref: z.string(),
  status: z.enum(paymentStates.states),
  status_reason: z.string(),
  amount: money(),
  currency,
  refunded: money('currency', { min: 'zero' }),
  late: z.boolean(),
  payment_method: z.enum(paymentMethods),
  created_at: timestamp,
  quantity: z.number(),
  version: z.number(),
  language: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** By the ids of the page's fields; those that were not answered are absent. */
  fields: z.record(z.string(), z.union([z.string(), z.boolean()])),
})
export type PagePayment = z.input<typeof PagePayment>

const asked = {
  uuid: merchantRef().optional(),
  /** Only orders with this answer. */
  answer: z.strictObject({ field: z.string().max(40), value: z.string().max(2_000) }).optional(),
}

/**
 * The payments of a page, newest first. `fields` beside them names every field that any version asked, under its latest title.
 * The search matches any reference, or the start of an e-mail address or a name.
 */
export const listPageTransactions = call({
  at: 'POST /merchants/paymentPage/{pageRef}/transactions',
  follows: ['payment'],
  params: { pageRef: ref('paymentPage') },
  body: z.strictObject({ ...pagePaymentList.body.shape, ...asked }),
  answer: content(
    z.object({
      transactions: z.object({
        content: z.array(PagePayment),
        total_elements: z.number(),
        total_capped: z.boolean(),
        next_cursor: z.string().nullable(),
        previous_cursor: z.string().nullable(),
        page: z.number(),
        size: z.number(),
      }),
      fields: z.array(z.object({ id: z.string(), title: z.string(), type: z.string() })),
    }),
  ),
  access: 'paymentPages',
  errorKeys: ['status_message'],
  faults: ['notFound', 'pageTooDeep'],
  repeat: 'safe',
})

const { answer: sheet } = exporting(pagePaymentList, 'payment-page-transactions')

/**
 * The same payments, all of them, as a file. Behind the columns that are asked for, it has one for each field that any version
 * asked, under its latest title.
 */
export const exportPageTransactions = call({
  at: 'POST /merchants/paymentPage/{pageRef}/export-transactions',
  params: { pageRef: ref('paymentPage') },
  body: z.strictObject({ ...pagePaymentList.exportBody.shape, ...asked }),
  answer: sheet,
  access: 'paymentPages',
  errorKeys: ['status_message'],
  faults: ['notFound'],
  audit: 'payment-page.export-transactions',
})
