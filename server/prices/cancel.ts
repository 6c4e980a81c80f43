import { Fault } from '#contract/faults.ts'
import { priceStates } from '#contract/subscription-states.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { existingPrice, markPriceCancelled, type PriceRow } from '#server/subscription-store/prices.ts'

/**
 * Cancels a price: who subscribes at the same moment does so before, or is refused. Throws `priceUnknown`, and `wrongState` when it is
 * cancelled already.
 */
export async function cancelPrice(ctx: Ctx, priceRef: string): Promise<PriceRow> {
  const price = await existingPrice(ctx, priceRef, { lock: 'change' })
  if (!priceStates.can(price.status, 'cancel')) throw new Fault('wrongState', { why: 'the price is cancelled' })
  markPriceCancelled(ctx, priceRef)
  addTimelineEntry(ctx, 'price', priceRef, 'cancelled')
  ctx.auditSubject(priceRef, changesFrom({ status: price.status }, { status: 'cancelled' }))
  return { ...price, status: 'cancelled', cancelled_at: ctx.now }
}
