import { z } from 'zod'
import { call, content, page } from './kit/call.ts'
import { requestShape } from './kit/fields.ts'
import { exporting } from './kit/list.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { currency, entity, environment, money, optionalText, record, sumOfMoney, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'
import { PaymentRow } from './payments.ts'
import { Subscription, SubscriptionRow } from './subscription-answers.ts'
import { subscriptionFields } from './subscription-fields.ts'
import { subscriptionList } from './subscription-list.ts'
import { merchantNames } from './merchant-names.ts'
import { UpcomingCharge } from './subscription-parts.ts'
import { calendarRule } from './subscription-periods.ts'
import { WebhookDelivery } from './webhook-deliveries.ts'

export const subscriptionRef = ref('subscription')

/** What it is made of: the same for one that is made and one that is only looked at. */
const asked = {
  ...requestShape(subscriptionFields),
  /** The price, as the console and merchants' servers name it: `order_ref` is that of `price_order_ref`. */
  price: z.strictObject({ order_ref: ref('price').optional(), currency: currency.optional() }).optional(),
  plan: z.strictObject({ order_ref: ref('price').optional(), currency: currency.optional() }).optional(),
}
const ofAsked = [
  'priceUnknown',
  'invalidQuantity',
  'invalidCount',
  'invalidCosts',
  'invalidPeriod',
  'invalidFrequency',
] as const

const creating = {
  body: record({ ...merchantNames, environment, ...asked, signature_hash: text(100) }),
  access: 'subscriptions',
  faults: [...ofAsked, 'duplicateOrder', 'recipientMissing', 'notFound', 'tooMany', 'wrongState'],
  signed: {
    chaipay_key: 'client_key',
    currency: 'currency',
    failure_url: 'failure_url',
    merchant_order_ref: 'merchant_order_ref',
    quantity: 'quantity',
    success_url: 'success_url',
  },
  signedLess: { field: 'subscription_type', is: 'ONDEMAND', without: ['quantity'] },
  errorKeys: ['message'],
  server: true,
  keyScope: 'links',
  audit: 'subscription.create',
  onFailure: 'inline',
} as const
/** Makes a subscription: its customer sets it up at its `link`. Signed. */
export const createSubscription = call({
  at: 'POST /merchant/subscription/createSubscription',
  ...creating,
  answer: content(Subscription),
  notice: 'Subscription Created successfully',
})

/** What merchants' servers read at the top of an answer. */
export const atTop = { is_success: z.literal(true), merchant_order_ref: z.string(), order_ref: z.string() }
export const subscriptionAtTop = z.object({ ...atTop, subscription_link: z.string() })
/** The same under the path that merchants' servers know. */
export const createSubscriptionByServer = call({
  at: 'POST /api/subscription/createSubscription',
  ...creating,
  answer: content(Subscription, subscriptionAtTop),
})

const amount = money('currency', { min: 'zero' })
const { plan_order_ref: _plan, ...previewed } = requestShape(subscriptionFields)
/** What a new subscription would charge and when, if it were set up now; nothing is made. */
export const previewSubscription = call({
  at: 'POST /api/subscriptions/preview',
  body: record({
    environment: environment.optional(),
    ...previewed,
    price_order_ref: ref('price'),
    currency: currency.meta({ examples: ['SGD'] }),
  }),
  answer: content(
    entity({
      rule: calendarRule.nullable(),
      upcoming: z.array(UpcomingCharge),
      /** What the set-up itself takes; zero with a trial or a start to come. */
      due_now: amount,
      total_amount: amount.nullable(),
      currency,
    }),
  ),
  access: 'subscriptions',
  faults: [...ofAsked, 'notFound'],
  repeat: 'safe',
  onFailure: 'log',
})

/** The search matches a reference, an e-mail address, or the beginning of a customer's name. */
export const listSubscriptions = call({
  at: 'POST /merchant/subscription/{uuid}/list',
  follows: ['subscription'],
  masterAt: 'POST /master-merchant/{key}/merchants/subscription-list',
  params: { uuid: merchantRef() },
  body: subscriptionList.body,
  answer: page(SubscriptionRow),
  access: 'subscriptions',
  server: true,
  keyScope: 'links',
})

/** The subscriptions of one price. */
export const listPriceSubscriptions = call({
  at: 'POST /merchant/subscription/price/{uuid}/price-subscription-list',
  follows: ['subscription'],
  params: { uuid: merchantRef() },
  query: z.strictObject({ environment: environment.optional() }),
  body: record({ ...subscriptionList.body.shape, price_order_ref: ref('price') }),
  answer: page(SubscriptionRow),
  access: 'subscriptions',
  server: true,
  keyScope: 'links',
  faults: ['priceUnknown'],
})

export const exportSubscriptions = call({
  at: 'POST /api/subscriptions/{key}/export',
  masterAt: 'POST /master-merchant/{key}/merchants/export-subscriptions',
  params: { key: merchantRef() },
  ...exporting(subscriptionList, 'subscriptions'),
  access: 'subscriptions',
  audit: 'subscription.export',
})

const reading = {
  params: { ref: subscriptionRef },
  follows: ['subscription', 'payment'],
  access: 'subscriptions',
  server: true,
  keyScope: 'links',
  faults: ['subscriptionUnknown'],
} as const
/** All of one subscription. */
export const readSubscription = call({
  at: 'GET /merchant/subscription/{ref}',
  ...reading,
  answer: content(Subscription),
})
/** The same under the path that merchants' servers know. */
export const readSubscriptionByServer = call({
  at: 'GET /api/subscription/{ref}',
  ...reading,
  answer: content(Subscription, subscriptionAtTop),
})

/** A payment with the charge that it tried. */
const ChargePayment = entity({
  ...PaymentRow.shape,
  charge_ref: z.string(),
  /** The number of the period, from 0; null of a deduction or a change. */
  period: z.number().nullable(),
  /** The number of the try, from 1. */
  attempt: z.number(),
})
const paying = {
  params: { ref: subscriptionRef },
  answer: content(z.array(ChargePayment)),
  access: 'subscriptions',
  server: true,
  keyScope: 'payments',
  faults: ['subscriptionUnknown'],
} as const
/** All payments of a subscription, newest first, each with its period and which try it was. */
export const listSubscriptionPayments = call({
  at: 'POST /merchant/subscription/{ref}/txns-records',
  follows: ['subscription', 'payment'],
  body: z.strictObject({ uuid: merchantRef().optional(), environment: environment.optional() }),
  repeat: 'safe',
  ...paying,
})
/** The same under the path that merchants' servers know. */
export const listSubscriptionPaymentsByServer = call({ at: 'GET /api/subscription/{ref}/txns-records', ...paying })

/** The webhooks about a subscription, newest first, at most 100; those about its payments are read with each payment. */
export const readSubscriptionWebhooks = call({
  at: 'GET /api/subscriptions/{ref}/webhooks',
  params: { ref: subscriptionRef },
  follows: ['subscription'],
  answer: content(z.array(WebhookDelivery)),
  access: 'subscriptions',
  faults: ['subscriptionUnknown'],
})

const cancelling = {
  params: { ref: subscriptionRef },
  body: z.strictObject({
    environment: environment.optional(),
    /** `now` where it is left out; at the period's end only of one that has begun. */
    at: z.enum(['now', 'period_end']).optional(),
    reason: optionalText(200),
  }),
  access: 'subscriptions',
  server: true,
  keyScope: 'links',
  faults: ['subscriptionUnknown', 'wrongState'],
  repeat: 'safe',
  audit: 'subscription.cancel',
} as const
/**
 * Ends it: nothing is charged any more from then on, by no path, and its mandate is revoked. Possible at any time, also while a charge
 * is under way, whose money goes back in full. Safe to repeat; not of one that is completed or expired.
 */
export const cancelSubscription = call({
  at: 'PUT /merchant/subscription/{ref}/status/cancelled',
  ...cancelling,
  answer: content(Subscription),
  notice: 'Subscription Cancelled successfully',
})
/** The same under the path that merchants' servers know. */
export const cancelSubscriptionByServer = call({
  at: 'PUT /api/subscription/{ref}/status/cancelled',
  ...cancelling,
  answer: content(Subscription, subscriptionAtTop),
})

const count = z.number()
/** What subscriptions come to, by currency: what they are now, and what became of them in some days. */
export const readSubscriptionMetrics = call({
  at: 'GET /api/subscriptions/{id}/metrics',
  follows: ['subscription'],
  params: { id: merchantRef() },
  query: z.strictObject({
    environment: environment.optional(),
    /** The days that end today, where the merchant is: 30 unless said. */
    days: z.coerce.number().int().min(1).max(limits.subscriptionMetricDays).optional(),
  }),
  answer: content(
    z.object({
      from: timestamp,
      currencies: z.array(
        entity({
          currency,
          active: count,
          past_due: count,
          past_due_amount: sumOfMoney(),
          /** Of a month of mean length: active and past due ones, neither on demand, in trial nor paused. */
          monthly_revenue: sumOfMoney(),
          began: count,
          lost: count,
          /** Past due ones that a later try or a new method made active again. */
          recovered: count,
          recovered_amount: sumOfMoney(),
        }),
      ),
    }),
  ),
  access: 'subscriptions',
  server: true,
  keyScope: 'links',
})
