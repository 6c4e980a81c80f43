import type { Ctx } from '#server/kit/ctx.ts'
import { changeCharge, openCharges } from '#server/subscription-store/charges.ts'
import { isCharged } from '#server/subscription-store/moments.ts'
import type { SubscriptionRow } from '#server/subscription-store/queries.ts'
import { settleUp } from './settle-up.ts'
import { tryDue } from './try.ts'

/** Tries what is due and unpaid now, such as with a new method. The caller has locked the subscription. Nothing where nothing is, or in a pause. */
export async function retryNow(ctx: Ctx, subscription: SubscriptionRow): Promise<SubscriptionRow> {
  if (!isCharged(subscription) || subscription.paused_at) return subscription
  const open = await openCharges(ctx, subscription.order_ref)
  const waiting = open.filter(({ state, kind }) => (state === 'unpaid' || state === 'due') && kind !== 'change')
  if (waiting.length === 0) return subscription
  for (const charge of waiting) changeCharge(ctx, charge, { next_try_at: ctx.now })
  return tryDue(ctx, await settleUp(ctx, subscription, {}))
}
