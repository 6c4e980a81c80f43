import type { Ctx } from '#server/kit/ctx.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { moveSubscription } from '#server/subscription-store/change.ts'
import { moveCharge, openCharges } from '#server/subscription-store/charges.ts'
import { findMandate, moveMandate } from '#server/subscription-store/mandates.ts'
import { messagesAhead, planMessage, skipMessages } from '#server/subscription-store/messages.ts'
import type { SubscriptionRow } from '#server/subscription-store/queries.ts'
import { revokeJob } from './job-data.ts'

/**
 * Cancels a subscription: from this commit on nothing is claimed, by no path, since every claim reads its row under the lock that this
 * holds. What was claimed before and has not been asked for yet is not asked for; money that comes all the same goes back. Its mandates
 * are revoked, at the provider by a job. The caller has locked it. Throws `wrongState` where it is over already.
 */
export async function endSubscription(
  ctx: Ctx,
  subscription: SubscriptionRow,
  { reason }: { reason: string },
): Promise<SubscriptionRow> {
  const ended = await moveSubscription(ctx, subscription, 'cancel', {
    end_reason: reason,
    cancels_at_period_end: false,
    next_try_at: null,
    catch_up_at: null,
    give_up_at: null,
    scheduled_minor: null,
    past_due_minor: 0n,
    in_trial: false,
  })
  for (const charge of await openCharges(ctx, subscription.order_ref)) moveCharge(ctx, charge, 'cancel')
  ctx.write(
    ctx.own
      .update('subscription_changes')
      .set({ state: 'cancelled', done_at: ctx.now })
      .where('order_ref', '=', subscription.order_ref)
      .where('state', 'in', ['paying', 'scheduled']),
  )
  await revokeMandates(ctx, subscription, 'cancelled')
  addTimelineEntry(ctx, 'subscription', subscription.order_ref, 'cancelled', reason ? { reason } : {})
  skipMessages(ctx, subscription, messagesAhead, 'cancelled')
  if (subscription.status !== 'created') planMessage(ctx, subscription, { kind: 'cancelled', once: '' })
  return ended
}

/** Ends the mandates of a subscription, here at once and at the provider by a job. */
export async function revokeMandates(ctx: Ctx, { order_ref }: SubscriptionRow, why: string): Promise<void> {
  const rows = await ctx.own
    .select('mandates')
    .select('mandate_ref')
    .where('order_ref', '=', order_ref)
    .where('state', 'in', ['requested', 'active'])
    .execute()
  for (const { mandate_ref } of rows) await revokeOne(ctx, mandate_ref, why)
}

/** Ends one mandate. */
export async function revokeOne(ctx: Ctx, mandateRef: string, why: string): Promise<void> {
  const mandate = await findMandate(ctx, mandateRef)
  if (!mandate || (mandate.state !== 'active' && mandate.state !== 'requested')) return
  moveMandate(ctx, mandate, 'revoke', { revocation: 'due', end_reason: why })
  ctx.enqueue(revokeJob, { mandateRef, asks: 0 })
}
