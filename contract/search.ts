import { z } from 'zod'
import type { RuleName } from './access.ts'
import { call, content } from './kit/call.ts'
import { currency, entity, environment, money, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'

/** What is searched, each with the rule of the screen that opens it. */
export const searchKinds = {
  payment: 'transactionDetails',
  payment_link: 'paymentLinks',
  payment_page: 'paymentPages',
  invoice: 'invoices',
  subscription: 'subscriptions',
  price: 'subscriptions',
  refund: 'transactionDetails',
  refund_batch: 'refund',
  payout: 'payouts',
  webhook: 'webhooks',
  ticket: 'anyUser',
  user: 'administration',
  merchant: 'manageMerchants',
} as const satisfies Record<string, RuleName>
export type SearchKind = keyof typeof searchKinds
const kinds = Object.keys(searchKinds) as [SearchKind, ...SearchKind[]]

/** An object that the search has found. */
export const SearchHit = entity({
  kind: z.enum(kinds),
  /** The reference that opens it. */
  ref: z.string(),
  /** The payment of a refund, on whose page it is; empty for others. */
  within: z.string(),
  /** The name that people know it by: the order id, the webhook's name, a ticket's subject. */
  title: z.string(),
  /** A fact about it: the shopper, the address. */
  about: z.string(),
  amount: money('currency', { min: 'any' }).nullable(),
  currency: currency.nullable(),
  /** The state of a payment, link, page, invoice, subscription, price, refund, payout, batch or ticket; empty for others. */
  status: z.string(),
  created_at: timestamp,
  /** The merchant, where it is another than the user's own: one of a master's. Else empty. */
  merchant_key: z.string(),
  merchant_name: z.string(),
})
export type SearchHit = z.input<typeof SearchHit>

/**
 * Finds objects by a complete reference (of a payment, a link, a page, a subscription, a price, a refund, a payout, the provider, a ticket, a webhook or an event),
 * by the start of an order id, an e-mail address, a page's title or address, or a customer's, beneficiary's, price's or webhook's name, by the last four digits of a card, or by
 * a part of a user's or merchant's name, a ticket's subject or a batch's file. A master finds the objects of its merchants
 * too. At most 12, and only objects that the user may open.
 */
export const search = call({
  at: 'GET /api/search',
  query: z.strictObject({ q: text(limits.searchLength, 0).optional(), environment: environment.optional() }),
  answer: content(z.array(SearchHit)),
  access: 'anyUser',
  across: true,
  onFailure: 'log',
})
