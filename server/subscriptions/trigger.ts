import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { beginPeriod } from '#server/subscription-charges/period.ts'
import { actSoon } from '#server/subscription-charges/enqueue.ts'
import { tryDue } from '#server/subscription-charges/try.ts'
import { openCharges } from '#server/subscription-store/charges.ts'
import { inTimeOf } from '#server/subscription-store/clocks.ts'
import { isCharged } from '#server/subscription-store/moments.ts'
import { existingSubscription, wrongState } from '#server/subscription-store/queries.ts'

/**
 * Begins the next period of a subscription now and charges it, for trying things out: only in the sandbox. Throws `subscriptionUnknown`,
 * `wrongState` where nothing comes next, and `inFlight` while a charge is under way.
 */
export async function triggerNext(ctx: Ctx, orderRef: string): Promise<void> {
  const subscription = await existingSubscription(ctx, orderRef, { lock: true })
  if (ctx.owner.environment !== 'sandbox') throw new Fault('wrongState', { why: 'this is for the sandbox only' })
  if (!isCharged(subscription) || subscription.paused_at || !subscription.next_due_at) throw wrongState(subscription)
  const open = await openCharges(ctx, orderRef)
  if (open.some(({ state }) => state === 'trying')) throw new Fault('inFlight')
  ctx.auditSubject(orderRef)
  const then = await inTimeOf(ctx, subscription)
  actSoon(then, await tryDue(then, await beginPeriod(then, subscription)))
}
