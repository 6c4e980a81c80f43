import type { PageType } from './payment-page-states.ts'

/** What decides the total of an order; amounts in minor units. */
export interface PagePrice {
  page_type: PageType
  amount: bigint
  min_amount: bigint
  /** 0 without a bound. */
  max_amount: bigint
  min_quantity: number
  max_quantity: number
  promo_discount: bigint
  shipping_charges: bigint
}
export interface PageTotal {
  quantity: number
  unitMinor: bigint
  totalMinor: bigint
}

/**
 * The total of an order: unit × quantity − discount + shipping. Where it cannot be ordered like that, the field at fault and
 * the reason.
 * @param chosen the number of units, by default the smallest, and the amount that the shopper chose, by default the suggested.
 */
export function pageTotal(
  page: PagePrice,
  chosen: { quantity?: number | undefined; amountMinor?: bigint | undefined },
): PageTotal | { field: 'quantity' | 'amount'; reason: string } {
  const { quantity = page.min_quantity, amountMinor = page.amount } = chosen
  const isChosen = page.page_type === 'custom_amount'
  if (quantity < page.min_quantity) return { field: 'quantity', reason: 'too_small' }
  if (quantity > page.max_quantity) return { field: 'quantity', reason: 'too_big' }
  const unitMinor = isChosen ? amountMinor : page.amount
  if (isChosen && unitMinor < page.min_amount) return { field: 'amount', reason: 'too_small' }
  if (isChosen && page.max_amount > 0n && unitMinor > page.max_amount) return { field: 'amount', reason: 'too_big' }
  const totalMinor = unitMinor * BigInt(quantity) - page.promo_discount + page.shipping_charges
  if (totalMinor <= 0n) return { field: isChosen ? 'amount' : 'quantity', reason: 'not_positive' }
  // The most digits that an amount may have.
  if (totalMinor >= 10n ** 15n) return { field: isChosen ? 'amount' : 'quantity', reason: 'too_large' }
  return { quantity, unitMinor, totalMinor }
}
