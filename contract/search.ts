import { z } from 'zod'
import { call, content } from './kit/call.ts'
import { currency, entity, environment, money, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'

export const searchKinds = ['payment', 'payment_link', 'webhook'] as const
export type SearchKind = (typeof searchKinds)[number]

/** An object that the search has found. */
export const SearchHit = entity({
  kind: z.enum(searchKinds),
  /** The reference that opens it. */
  ref: z.string(),
  /** The merchant's own name for it: the order id, the webhook's name. */
  title: z.string(),
  /** A fact about it: the shopper, the address. */
  about: z.string(),
  amount: money('currency', { min: 'any' }).nullable(),
  currency: currency.nullable(),
  /** The state of a payment or link; empty for others. */
  status: z.string(),
  created_at: timestamp,
})
export type SearchHit = z.input<typeof SearchHit>

/**
 * Finds objects by a complete reference (of a payment, a link, the provider, a webhook or an event), or by the start
 * of an order id, an e-mail address, or a customer's or webhook's name. At most 12, and only objects that the user
 * may open.
 */
export const search = call({
  at: 'GET /api/search',
  query: z.strictObject({ q: text(limits.searchLength, 0).optional(), environment: environment.optional() }),
  answer: content(z.array(SearchHit)),
  access: 'anyUser',
  onFailure: 'log',
})
