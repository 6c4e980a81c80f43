import { fieldFault, Fault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import type { changeSubscription as declaration } from '#contract/subscription-changes.ts'
import type { Period } from '#contract/subscription-periods.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { existingPrice } from '#server/subscription-store/prices.ts'
import type { SubscriptionRow } from '#server/subscription-store/queries.ts'
import { quantityOf } from '#server/subscriptions/draw-up.ts'

export type Wish = Pick<Input<typeof declaration>['body'], 'price_order_ref' | 'quantity' | 'when'>

/** What a subscription is to have after a change, under the names of its columns. */
export interface Target {
  price_ref: string
  price_name: string
  unit_minor: bigint
  quantity: number
  frequency: number
  period: Period
}

/**
 * What a change is to. Another price is one of the same currency that can be subscribed to; the one that the
 * subscription has may be cancelled since. Throws `priceUnknown`, `invalidQuantity`, and `wrongState` for one on demand.
 */
export async function targetOf(ctx: Ctx, subscription: SubscriptionRow, wish: Wish, lock: PriceLock): Promise<Target> {
  const { frequency, period } = subscription
  if (frequency === null || period === null) throw new Fault('wrongState', { why: 'it is charged on demand' })
  const { price_ref, price_name, unit_minor } = subscription
  const own = { price_ref, price_name, unit_minor, frequency, period }
  const { price_order_ref: ref = price_ref, quantity: asked = subscription.quantity } = wish
  const of = ref === price_ref ? own : await otherPrice(ctx, subscription, ref, lock)
  const quantity = quantityOf({ quantity: asked }, { plan_type: 'REGULAR', amount_minor: of.unit_minor })
  return { ...of, quantity }
}

/** `keep` has another price stay as it is until the commit; who only looks locks nothing. */
export type PriceLock = 'keep' | 'none'

async function otherPrice(
  ctx: Ctx,
  { currency }: SubscriptionRow,
  ref: string,
  lock: PriceLock,
): Promise<Omit<Target, 'quantity'>> {
  const price = await existingPrice(ctx, ref, { lock })
  const refused = (reason: string) => fieldFault('priceUnknown', 'price_order_ref', reason)
  if (price.status !== 'active') throw refused('cancelled')
  if (price.currency !== currency) throw refused('other_currency')
  const { price_ref, name: price_name, amount_minor: unit_minor, frequency, period } = price
  if (unit_minor === null || frequency === null || period === null) throw refused('on_demand')
  return { price_ref, price_name, unit_minor, frequency, period }
}
