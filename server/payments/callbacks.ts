import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Known } from '#server/providers/provider.ts'
import { applyRefundOutcome } from '#server/refunds/apply-outcome.ts'
import { readForChannel as readRefund } from '#server/refunds/queries.ts'
import { applyOutcome } from './apply-outcome.ts'
import { channelOf } from '#server/channels/channel.ts'
import { insertCallback } from './callback-rows.ts'
import { redacted } from './redact.ts'

/**
 * Receives a provider's call-back: verifies its signature with the channel's credentials, processes each event once, and
 * applies an outcome only where the payment's state machine allows. A forged, old or foreign call-back is `notFound`.
 */
export async function receiveCallback(
  ctx: Ctx,
  call: { channelKey: string; headers: Record<string, string | undefined>; body: string },
): Promise<void> {
  const channel = await channelOf(ctx, call.channelKey)
  const { headers, body } = call
  const provider = ctx.services.provider(channel.provider, channel.credentials)
  const event = await provider.verifyCallback({ headers, body, now: ctx.now })
  if (event.kind !== 'event') throw new Fault('notFound', { why: 'a call-back that does not verify' })
  const refund = await readRefund(ctx, event.key)
  const changed = refund
    ? await applyRefundOutcome(ctx, refund.refund_id, event.outcome)
    : await applyOutcome(ctx, event.key, event.outcome)
  await insertCallback(ctx, {
    channelKey: call.channelKey,
    eventId: event.id,
    orderRef: refund?.order_ref ?? event.key,
    refundId: refund?.refund_id ?? '',
    outcome: refund ? refundWords[event.outcome.kind] : event.outcome.kind,
    at: new Date(event.at),
    effect: changed ? 'applied' : 'ignored',
    body: redacted(call.body),
  })
}

/** The names of a refund's outcomes in its timeline. */
const refundWords = {
  captured: 'refund_succeeded',
  declined: 'refund_failed',
  expired: 'refund_failed',
  pending: 'refund_pending',
  approved: 'refund_pending',
  authorised: 'refund_pending',
} as const satisfies Record<Known['kind'], string>
