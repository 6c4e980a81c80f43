import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { applyOutcome } from './apply-outcome.ts'
import { channelOf } from './channel.ts'
import { insertCallback } from './callback-rows.ts'

/**
 * Takes a provider's call-back: its signature is checked with the channel's own credentials, each event counts once, and
 * what it says is applied only where the payment's machine allows. A forged, old or foreign one is `notFound`.
 */
export async function receiveCallback(
  ctx: Ctx,
  call: { channelKey: string; headers: Record<string, string | undefined>; body: string },
): Promise<void> {
  const channel = await channelOf(ctx, call.channelKey)
  const event = ctx.house.provider(channel.provider, channel.credentials).verifyCallback(call.headers, call.body)
  if (!event) throw new Fault('notFound', { why: 'a call-back that does not verify' })
  const seen = {
    channelKey: call.channelKey,
    eventId: event.id,
    orderRef: event.key,
    outcome: event.outcome.kind,
    at: new Date(event.at),
  }
  const effect = (await applyOutcome(ctx, event.key, event.outcome)) ? 'applied' : 'ignored'
  await insertCallback(ctx, { ...seen, effect })
}
