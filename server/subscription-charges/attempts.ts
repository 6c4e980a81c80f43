import type { DeclineReason } from '#contract/declines.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Asking, Attempt, BegunAttempt, ToAsk } from '#server/payables/payable.ts'
import type { MandateFacts } from '#server/providers/mandates.ts'
import { findMandateByKey, moveMandate, secretsOf } from '#server/subscription-store/mandates.ts'
import { isCharged } from '#server/subscription-store/moments.ts'
import type { SubscriptionRow } from '#server/subscription-store/queries.ts'
import { agree } from './consent.ts'
import { revokeOne } from './end.ts'
import { setUpJob } from './job-data.ts'
import { keepToRevoke, noteFacts, useMandate } from './mandate-outcome.ts'

/** What the set-up and the charges of a subscription have in common as payables: attempts that have to do with a mandate. */

/** Notes what the customer agreed to with an attempt: a mandate is asked for with it. */
export async function attemptBegun(ctx: Ctx, subscription: SubscriptionRow, attempt: BegunAttempt): Promise<void> {
  const { orderRef: paymentRef, channelKey, method, subType, language, email } = attempt
  await agree(ctx, subscription, {
    paymentRef,
    channelKey,
    method,
    subType,
    language,
    email,
    channelToken: null,
    details: {},
  })
}

/** Keeps the mandate that an attempt has set up, or has it ended where it is wanted no more. */
export async function attemptMandate(
  ctx: Ctx,
  { order_ref }: Attempt,
  { facts, providerRef }: { facts: MandateFacts; providerRef: string },
): Promise<void> {
  const mandate = await findMandateByKey(ctx, order_ref)
  if (mandate?.state === 'requested') await noteFacts(ctx, mandate, facts, providerRef)
  else if (mandate) await keepToRevoke(ctx, mandate, facts, providerRef)
}

/** Uses the mandate of an attempt that has paid. Without a token yet, a job asks for it. */
export async function attemptPaid(ctx: Ctx, subscription: SubscriptionRow, attempt: Attempt): Promise<SubscriptionRow> {
  const mandate = await findMandateByKey(ctx, attempt.order_ref)
  if (mandate?.state !== 'requested') return subscription
  if ((await secretsOf(ctx, mandate.mandate_ref)).token !== null) return useMandate(ctx, subscription, mandate)
  ctx.enqueue(setUpJob, { mandateRef: mandate.mandate_ref, asks: 0 })
  return subscription
}

/** Ends the mandate of an attempt that has not paid, or whose money goes back. */
export async function attemptEnded(ctx: Ctx, attempt: Attempt): Promise<void> {
  const mandate = await findMandateByKey(ctx, attempt.order_ref)
  if (mandate?.state !== 'requested') return
  const { token } = await secretsOf(ctx, mandate.mandate_ref)
  if (token === null) moveMandate(ctx, mandate, 'fail', { end_reason: 'unpaid' })
  else await revokeOne(ctx, mandate.mandate_ref, 'unpaid')
}

/** Why an attempt has failed, as it was written a moment ago. */
export async function reasonOf(ctx: Ctx, { order_ref }: Attempt): Promise<DeclineReason> {
  const { status_reason } = await ctx.own
    .select('payments')
    .select('status_reason')
    .where('order_ref', '=', order_ref)
    .executeTakeFirstOrThrow()
  return (status_reason || 'BANK_REFUSED_TRANSACTION') as DeclineReason
}

/** What a request says of the mandate: that it sets one up, or by which it is charged; `stop` where nothing may be asked for any more. */
export async function askingOf(ctx: Ctx, subscription: SubscriptionRow, payment: ToAsk): Promise<Asking | 'stop'> {
  const { simulated_at: simulatedAt, mandate_ref } = payment
  if (!mandate_ref) return { mandate: { setUp: true }, simulatedAt }
  if (!isCharged(subscription) || subscription.paused_at) return 'stop'
  const { token } = await secretsOf(ctx, mandate_ref)
  return token === null ? 'stop' : { mandate: { token, offSession: true }, simulatedAt }
}
