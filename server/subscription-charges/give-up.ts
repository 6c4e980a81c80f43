import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { changeSubscription } from '#server/subscription-store/change.ts'
import { openCharges } from '#server/subscription-store/charges.ts'
import { planMessage } from '#server/subscription-store/messages.ts'
import type { SubscriptionRow } from '#server/subscription-store/queries.ts'
import { rulesOf } from '#server/subscription-store/settings.ts'
import { endSubscription } from './end.ts'
import { tryDue } from './try.ts'

/**
 * The last retry's moment has come for what is past due. That try is made first; when nothing of it is under way any more, the merchant's
 * rules say what becomes of the subscription. The caller has locked it.
 */
export async function giveUp(ctx: Ctx, subscription: SubscriptionRow): Promise<SubscriptionRow> {
  if (subscription.status !== 'past_due') return changeSubscription(ctx, subscription, { give_up_at: null })
  const tried = await tryDue(ctx, subscription)
  const open = await openCharges(ctx, subscription.order_ref)
  const periods = open.filter(({ kind }) => kind === 'period')
  // What becomes of a try under way comes here again.
  if (tried.status !== 'past_due' || periods.some(({ state }) => state === 'trying')) return tried
  const later = periods.find(({ next_try_at }) => next_try_at !== null)?.next_try_at
  if (later) return changeSubscription(ctx, tried, { give_up_at: later })
  const rules = await rulesOf(ctx)
  if (rules.last_act === 'cancel') return endSubscription(ctx, tried, { reason: 'unpaid' })
  addTimelineEntry(ctx, 'subscription', subscription.order_ref, 'given_up')
  planMessage(ctx, subscription, { kind: 'last_notice', once: String(subscription.past_due_since?.getTime() ?? 0) })
  return changeSubscription(ctx, tried, { give_up_at: null })
}
