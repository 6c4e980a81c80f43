import { z } from 'zod'
import { call, content } from './kit/call.ts'
import { currency, entity, environment, money, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'

export const searchKinds = ['payment', 'payment_link', 'webhook'] as const
export type SearchKind = (typeof searchKinds)[number]

/** Something that a reference, or the start of one, leads to. */
export const SearchHit = entity({
  kind: z.enum(searchKinds),
  /** What opens it. */
  ref: z.string(),
  /** What the merchant knows it by: the order, the webhook's name. */
  title: z.string(),
  /** Whom or what it is about: the shopper, the address. */
  about: z.string(),
  amount: money('currency', { min: 'any' }).nullable(),
  currency: currency.nullable(),
  /** The state of a payment or link; empty for others. */
  status: z.string(),
  created_at: timestamp,
})
export type SearchHit = z.input<typeof SearchHit>

/**
 * Finds by a whole reference (of a payment, a link, the provider; a webhook or an event of one) or the start of what the
 * merchant knows: an order id, an e-mail, a customer's or a webhook's name. At most 12, and only of what the user may open.
 */
export const search = call({
  at: 'GET /api/search',
  query: z.strictObject({ q: text(limits.searchLength, 0).optional(), environment: environment.optional() }),
  answer: content(z.array(SearchHit)),
  access: 'anyUser',
  onFailure: 'log',
})
