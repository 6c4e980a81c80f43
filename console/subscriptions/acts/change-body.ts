import type { Subscription } from '#contract/subscription-answers.ts'
import { amountNumber } from '#console/kit/form/amount-input.tsx'

export interface ChangeValues {
  price: string
  /** As it is typed. */
  quantity: string
  when: 'now' | 'at_next_period'
}

/** The request's body of a change: what is other than before. Null where nothing is, or the quantity is none. */
export function changeBody(
  { price, quantity: written, when }: ChangeValues,
  before: Pick<Subscription, 'price_order_ref' | 'quantity'>,
) {
  const quantity = amountNumber(written) ?? 0
  if (!Number.isInteger(quantity) || quantity < 1) return null
  const changed = {
    ...(price === before.price_order_ref ? {} : { price_order_ref: price }),
    ...(quantity === before.quantity ? {} : { quantity }),
  }
  return Object.keys(changed).length === 0 ? null : { ...changed, when }
}
