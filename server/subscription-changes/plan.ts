import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { changeLines } from '#server/subscription-store/amounts.ts'
import { openCharges } from '#server/subscription-store/charges.ts'
import { isCharged } from '#server/subscription-store/moments.ts'
import type { Proration } from '#server/subscription-store/proration.ts'
import { wrongState, type SubscriptionRow } from '#server/subscription-store/queries.ts'
import { isOtherRhythm, reckon } from './reckon.ts'
import { targetOf, type PriceLock, type Target, type Wish } from './target.ts'

/** A change as it would be made at this moment. */
export interface PlannedChange {
  target: Target
  atNextPeriod: boolean
  /** Another rhythm: a period begins with the change. */
  newPeriod: boolean
  /** What it comes to at once; null where that is nothing. */
  reckoned: Proration | null
}

/**
 * What a change comes to; nothing is written. Throws the faults of `targetOf`, `inFlight` while a charge or another change is under way,
 * and `wrongState` for a subscription that is not charged, is past due, or has no next period.
 */
export async function planChange(
  ctx: Ctx,
  subscription: SubscriptionRow,
  wish: Wish,
  lock: PriceLock,
): Promise<PlannedChange> {
  const target = await targetOf(ctx, subscription, wish, lock)
  if (!isCharged(subscription)) throw wrongState(subscription)
  const atNextPeriod = wish.when === 'at_next_period'
  if (await isPaying(ctx, subscription)) throw new Fault('inFlight')
  if (atNextPeriod) {
    if (!subscription.next_due_at) throw new Fault('wrongState', { why: 'no period comes next' })
    return { target, atNextPeriod, newPeriod: isOtherRhythm(subscription, target), reckoned: null }
  }
  if (subscription.status === 'past_due') throw wrongState(subscription)
  if (subscription.paused_at) throw new Fault('wrongState', { why: 'it is paused' })
  const open = await openCharges(ctx, subscription.order_ref)
  // A boundary that has come is charged first.
  const isDue = subscription.next_due_at !== null && subscription.next_due_at <= ctx.now
  if (isDue || open.some(({ state }) => state === 'trying')) throw new Fault('inFlight')
  const reckoned = await reckon(ctx, subscription, target)
  return { target, atNextPeriod, newPeriod: reckoned !== null && isOtherRhythm(subscription, target), reckoned }
}

/** Whether a change waits for its money. Index: subscription_changes_one_open. */
const isPaying = async (ctx: Ctx, { order_ref }: SubscriptionRow): Promise<boolean> =>
  (await ctx.own
    .select('subscription_changes')
    .select('change_id')
    .where('order_ref', '=', order_ref)
    .where('state', '=', 'paying')
    .executeTakeFirst()) !== undefined

/** The lines of a change, as its charge and the preview show them. */
export const linesOfChange = ({ reckoned }: PlannedChange) => (reckoned ? changeLines(reckoned) : [])
