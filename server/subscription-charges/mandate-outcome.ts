import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { MandateFacts, MandateOutcome } from '#server/providers/mandates.ts'
import { changeSubscription } from '#server/subscription-store/change.ts'
import { inTimeOf } from '#server/subscription-store/clocks.ts'
import {
  changeMandate,
  columnsOf,
  findMandate,
  moveMandate,
  type MandateRow,
} from '#server/subscription-store/mandates.ts'
import { planMethodExpires } from '#server/subscription-store/messages.ts'
import { findSubscription, type SubscriptionRow } from '#server/subscription-store/queries.ts'
import { subscriptionStates } from '#contract/subscription-states.ts'
import { activate } from './activate.ts'
import { actSoon } from './enqueue.ts'
import { revokeOne } from './end.ts'
import { revokeJob } from './job-data.ts'
import { retryNow } from './retry.ts'

/**
 * Applies the provider's word about a mandate that was asked for without money; true when nothing is to be asked any more. An outcome
 * that is repeated changes nothing.
 */
export async function applyMandate(ctx: Ctx, mandateRef: string, outcome: MandateOutcome): Promise<boolean> {
  const known = await findMandate(ctx, mandateRef)
  if (!known) return true
  const subscription = await findSubscription(ctx, known.order_ref, { lock: true })
  const mandate = await findMandate(ctx, mandateRef)
  if (!subscription || !mandate) return true
  if (outcome.kind === 'absent' || outcome.kind === 'unknown' || outcome.kind === 'unavailable') return false
  if (mandate.state !== 'requested') {
    if (outcome.kind === 'active') await keepToRevoke(ctx, mandate, outcome.mandate, outcome.providerRef)
    return true
  }
  switch (outcome.kind) {
    case 'pending':
      changeMandate(ctx, mandate, {
        provider_ref: outcome.providerRef,
        method_details: JSON.stringify({
          ...mandate.method_details,
          ...(outcome.action && { action: outcome.action }),
        }),
      })
      return false
    case 'failed':
      moveMandate(ctx, mandate, 'fail', { provider_ref: outcome.providerRef, end_reason: outcome.reason })
      addTimelineEntry(ctx, 'subscription', mandate.order_ref, 'mandate_failed', { reason: outcome.reason })
      return true
    case 'revoked':
      moveMandate(ctx, mandate, 'revoke', { provider_ref: outcome.providerRef, end_reason: 'holder' })
      return true
    case 'active': {
      const then = await inTimeOf(ctx, subscription)
      await noteFacts(ctx, mandate, outcome.mandate, outcome.providerRef)
      if (subscriptionStates.isFinal(subscription.status)) {
        await revokeOne(ctx, mandateRef, 'over')
        return true
      }
      const with_ = await useMandate(then, subscription, mandate)
      // What the set-up is for: a subscription that begins without money, or another method of one that goes on.
      const after = with_.status === 'created' ? await activate(then, with_, null) : await retryNow(then, with_)
      actSoon(then, after)
      return true
    }
  }
}

/** Keeps the provider's token and what may be shown of a mandate that is asked for. */
export async function noteFacts(
  ctx: Ctx,
  mandate: MandateRow,
  facts: MandateFacts,
  providerRef: string,
): Promise<void> {
  changeMandate(ctx, mandate, { ...(await columnsOf(ctx, mandate, facts)), provider_ref: providerRef })
}

/** A mandate that came to be after it was ended here is ended at the provider too. */
export async function keepToRevoke(
  ctx: Ctx,
  mandate: MandateRow,
  facts: MandateFacts,
  providerRef: string,
): Promise<void> {
  if (mandate.state === 'active' || mandate.revocation === 'done') return
  changeMandate(ctx, mandate, {
    ...(await columnsOf(ctx, mandate, facts)),
    provider_ref: providerRef,
    revocation: 'due',
  })
  ctx.enqueue(revokeJob, { mandateRef: mandate.mandate_ref, asks: 0 })
}

/** Makes a mandate, whose token is kept, the one by which a subscription is charged; the one before it is revoked. */
export async function useMandate(
  ctx: Ctx,
  subscription: SubscriptionRow,
  mandate: MandateRow,
): Promise<SubscriptionRow> {
  const before = subscription.mandate_ref
  if (before && before !== mandate.mandate_ref) await revokeOne(ctx, before, 'replaced')
  moveMandate(ctx, mandate, 'activate')
  planMethodExpires(ctx, subscription, (await findMandate(ctx, mandate.mandate_ref)) ?? mandate)
  if (before) addTimelineEntry(ctx, 'subscription', subscription.order_ref, 'method_changed')
  else addTimelineEntry(ctx, 'subscription', subscription.order_ref, 'mandate_active')
  return changeSubscription(ctx, subscription, { mandate_ref: mandate.mandate_ref })
}
