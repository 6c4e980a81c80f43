import type { Input } from '#contract/kit/call.ts'
import { fieldFault } from '#contract/faults.ts'
import { decimalText } from '#contract/kit/money.ts'
import { priceFields } from '#contract/price-fields.ts'
import type { createPrice as declaration } from '#contract/prices.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import { newReferenceOf } from '#server/kit/auth/merchant-hint.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { keptOf } from '#server/kit/db/fields.ts'
import { ownUserId } from '#server/notifications/notify.ts'
import { keepPrice, type PriceRow } from '#server/subscription-store/prices.ts'
import { rhythmOf } from './rhythm.ts'

export type NewPrice = Omit<Input<typeof declaration>['body'], 'signature_hash' | 'chaipay_key' | 'environment'>

/**
 * Makes a price and returns it. One on demand has neither amount nor rhythm. Throws `invalidAmount` where an amount is missing or is
 * too much, `invalidPeriod` and `invalidFrequency`, and `duplicateOrder` at the commit.
 */
export function createPrice(ctx: Ctx, body: NewPrice): PriceRow {
  const kept = keptOf(priceFields, body)
  const priceRef = newReferenceOf(ctx.owner.merchantId, ctx.now)
  const price: PriceRow = {
    ...kept,
    ...(kept.plan_type === 'ONDEMAND' ? onDemand(body) : regular(ctx, body)),
    price_ref: priceRef,
    merchant_order_ref: kept.merchant_order_ref || priceRef,
    name_lower: kept.name.toLowerCase(),
    status: 'active',
    notes: body.notes ?? [],
    created_at: ctx.now,
    created_by: ctx.actor.kind === 'user' ? ctx.actor.name : '',
    created_by_id: ownUserId(ctx),
    cancelled_at: null,
  }
  keepPrice(ctx, price)
  addTimelineEntry(ctx, 'price', price.price_ref, 'created')
  ctx.auditSubject(price.price_ref, madeAs(factsOf(price)))
  return price
}

function regular(ctx: Ctx, { amount, period, frequency }: NewPrice) {
  if (amount === undefined) throw fieldFault('invalidAmount', 'amount', 'required', 'This is needed.')
  return { amount_minor: amount, ...rhythmOf(ctx, { period, frequency }) }
}

function onDemand({ amount, frequency }: NewPrice) {
  const of = 'Each deduction says its own.'
  if (amount !== undefined) throw fieldFault('invalidAmount', 'amount', 'not_on_demand', of)
  if (frequency !== undefined) throw fieldFault('invalidFrequency', 'frequency', 'not_on_demand', of)
  return { amount_minor: null, period: null, frequency: null }
}

/** What the audit log says of a price. */
export const factsOf = (price: PriceRow) => ({
  merchant_order_ref: price.merchant_order_ref,
  name: price.name,
  amount: price.amount_minor === null ? '' : decimalText(price.amount_minor, price.currency),
  currency: price.currency,
  frequency: price.frequency,
  period: price.period ?? '',
})
