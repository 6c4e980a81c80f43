import { z } from 'zod'
import { call, content, page } from './kit/call.ts'
import { answerShape, listedShape, requestShape } from './kit/fields.ts'
import { exporting } from './kit/list.ts'
import { currency, entity, environment, money, record, sumOfMoney, text, timestamp } from './kit/wire.ts'
import { merchantRef, ref } from './kit/refs.ts'
import { priceFields } from './price-fields.ts'
import { priceList } from './price-list.ts'
import { merchantNames } from './merchant-names.ts'
import { UpcomingCharge } from './subscription-parts.ts'
import { calendarRule } from './subscription-periods.ts'
import { TimelineEntry } from './timeline.ts'

const priceRef = ref('price')
const priceShape = answerShape(priceFields)

export const PriceRow = entity(listedShape(priceFields))
export type PriceRow = z.input<typeof PriceRow>
export const Price = entity(priceShape)
export type Price = z.input<typeof Price>
export const PriceDetails = entity({
  ...priceShape,
  /** What its active subscriptions come to in a month of mean length, and all that was collected by it. */
  monthly_revenue: sumOfMoney(),
  collected_amount: sumOfMoney(),
  subscriptions: z.number(),
  timeline: z.array(TimelineEntry),
})
export type PriceDetails = z.input<typeof PriceDetails>

const creating = {
  body: record({
    ...merchantNames,
    environment,
    ...requestShape(priceFields),
    signature_hash: text(100),
  }),
  access: 'subscriptions',
  faults: ['duplicateOrder', 'invalidPeriod', 'invalidFrequency'],
  signed: {
    amount: 'amount',
    chaipay_key: 'client_key',
    currency: 'currency',
    frequency: 'frequency',
    merchant_order_ref: 'merchant_order_ref',
  },
  signedLess: { field: 'plan_type', is: 'ONDEMAND', without: ['amount', 'frequency'] },
  errorKeys: ['message'],
  server: true,
  keyScope: 'links',
  audit: 'price.create',
  onFailure: 'inline',
} as const
/** Makes a price: of each period, or on demand, where each deduction says its own amount. Signed. */
export const createPrice = call({
  at: 'POST /merchant/subscription/createPrice',
  ...creating,
  answer: content(Price),
  notice: 'Price Created successfully',
})

/** What the merchants' servers of the peer read at the top of an answer. */
const madeAtTop = z.object({ is_success: z.literal(true), merchant_order_ref: z.string(), order_ref: z.string() })
/** The same under the name that merchants' servers know. */
export const createPlan = call({
  at: 'POST /api/subscription/createPlan',
  ...creating,
  answer: content(Price, madeAtTop),
})

/** When a price would charge whom it was set up by at `from`, or now; nothing is made. Without an amount it charges nothing. */
export const previewPrice = call({
  at: 'POST /api/subscriptions/prices/preview',
  body: record({
    environment: environment.optional(),
    amount: money().optional(),
    currency,
    frequency: z.number({ error: 'not_a_number' }),
    period: priceFields.period.request,
    from: timestamp.optional(),
  }),
  answer: content(entity({ rule: calendarRule, upcoming: z.array(UpcomingCharge), currency })),
  access: 'subscriptions',
  faults: ['invalidPeriod', 'invalidFrequency'],
  repeat: 'safe',
  onFailure: 'log',
})

/** The search matches a reference, or the beginning of a name. */
export const listPrices = call({
  at: 'POST /merchant/subscription/price/{merchantUuid}/list',
  follows: ['price'],
  masterAt: 'POST /master-merchant/{key}/merchants/price-list',
  params: { merchantUuid: merchantRef() },
  body: priceList.body,
  answer: page(PriceRow),
  access: 'subscriptions',
  server: true,
  keyScope: 'links',
})

export const exportPrices = call({
  at: 'POST /api/subscriptions/{key}/export-prices',
  masterAt: 'POST /master-merchant/{key}/merchants/export-prices',
  params: { key: merchantRef() },
  ...exporting(priceList, 'prices'),
  access: 'subscriptions',
  audit: 'price.export',
})

const reading = {
  params: { ref: priceRef },
  access: 'subscriptions',
  server: true,
  keyScope: 'links',
  faults: ['priceUnknown'],
} as const
/** A price with the sums of its subscriptions. */
export const readPrice = call({
  at: 'GET /api/subscriptions/prices/{ref}',
  follows: ['price'],
  ...reading,
  answer: content(PriceDetails),
})
/** The same under the name that merchants' servers know. */
export const readPlan = call({
  at: 'GET /api/subscription/plan/{ref}',
  ...reading,
  answer: content(PriceDetails, madeAtTop),
})

const cancelling = {
  access: 'subscriptions',
  server: true,
  keyScope: 'links',
  faults: ['priceUnknown', 'wrongState'],
  audit: 'price.cancel',
} as const
/** Nobody can subscribe to it any more; who has goes on. */
export const cancelPrice = call({
  at: 'PUT /merchant/subscription/price/{id}/status/cancelled',
  params: { id: priceRef },
  ...cancelling,
  answer: content(Price),
  notice: 'Price Cancelled successfully',
})
/** The same under the name that merchants' servers know. */
export const cancelPlan = call({
  at: 'PUT /api/subscription/plan/{ref}/status/cancelled',
  params: { ref: priceRef },
  ...cancelling,
  answer: content(Price, madeAtTop),
})
