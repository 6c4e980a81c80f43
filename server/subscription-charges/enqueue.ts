import type { Ctx } from '#server/kit/ctx.ts'
import type { SubscriptionRow } from '#server/subscription-store/queries.ts'
import { actOnSubscription } from './jobs.ts'

/**
 * Has a job act on a subscription whose next moment is within the hour; those of later are planned when it is near. One that goes by a
 * test clock is acted on by that.
 */
export function actSoon(ctx: Ctx, { order_ref, next_act_at, clock_ref }: SubscriptionRow): void {
  if (!next_act_at || clock_ref !== '' || next_act_at.getTime() > ctx.now.getTime() + soonMs) return
  ctx.enqueue(actOnSubscription, { orderRef: order_ref }, next_act_at > ctx.now ? { after: next_act_at } : {})
}
/** Longer than the time between two plannings. */
export const soonMs = 3_600_000
