import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import type { OfferedMethod } from '#contract/methods.ts'
import type { Services } from '#server/kit/ctx.ts'
import { effect } from '#server/kit/jobs/jobs.ts'
import { channelOf, type Channel } from '#server/channels/channel.ts'
import { placeOf, putOffSeconds, slowChannels } from '#server/channels/slow-channels.ts'
import { isKnown, type Asked, type Outcome, type RefundRequest } from '#server/providers/provider.ts'
import { applyRefundOutcome } from './apply-outcome.ts'
import { listUnderWay, markAsked, readForChannel } from './queries.ts'

const data = z.object({
  merchantId: z.uuid(),
  environment,
  refundId: z.string(),
  asks: z.number().default(0),
  /** An extra poll: the scheduled one is queued as well, so the extra one queues none. */
  nudge: z.boolean().default(false),
  /** How often it was put off, one time after the other, because its channel hangs. */
  waits: z.number().optional(),
})
type Data = z.infer<typeof data>

interface Claim {
  channel: Channel
  request: RefundRequest
  /** The refund as it was requested before, so that its state is read first; null before the first request. */
  asked: Asked | null
}

/**
 * Completes a refund at the provider: requests it once, then polls its state until that is final. The idempotency key is
 * always the refund's reference, also when a refund that the provider has never seen is requested again. The job never
 * gives up: money of a refund that is not known to have failed may have gone to the shopper. A provider that is unavailable is
 * asked again on the same schedule.
 */
export const settleRefund = effect<Data, Claim, Outcome>({
  name: 'settle-refund',
  data,
  // A provider that keeps a few refunds waiting must not hold up the others.
  parallel: 32,
  overdue: {
    key: 'refundId',
    list: async (ctx, since) =>
      (await listUnderWay(ctx, since)).map((refundId) => ({ refundId, asks: 0, nudge: false })),
  },

  async claim(ctx, { refundId, asks, nudge, waits = 0 }) {
    const refund = await readForChannel(ctx, refundId)
    if (!refund || refund.status !== 'PENDING' || refund.manual) return null
    const { channel_asked_at: firstAskedAt, order_ref: paymentKey, channel_order_ref: paymentRef } = refund
    const channel = await channelOf(ctx, refund.channel_key)
    if (slow.isFull(placeOf(channel))) {
      const again = { refundId, asks, nudge, waits: waits + 1 }
      if (!nudge) ctx.enqueue(settleRefund, again, { after: putOffSeconds(waits) })
      return null
    }
    if (!firstAskedAt) await markAsked(ctx, refundId)
    const method = { type: refund.payment_method as OfferedMethod, subType: refund.payment_sub_type }
    const { amount_minor: amountMinor, currency, psp_refund_id: providerRef } = refund
    const facts = { amountMinor, currency, method }
    const payment = { key: paymentKey, providerRef: paymentRef }
    const asked: Asked | null = firstAskedAt && {
      kind: 'refund',
      key: refundId,
      providerRef,
      firstAskedAt,
      ...facts,
      payment,
    }
    return { channel, asked, request: { key: refundId, paymentKey, paymentRef, ...facts } }
  },

  act: (services, claim, signal) => slow.watch(placeOf(claim.channel), () => askProvider(services, claim, signal)),

  async complete(ctx, { refundId, asks, nudge }, _claim, outcome) {
    if (isKnown(outcome)) await applyRefundOutcome(ctx, refundId, outcome)
    if (nudge) return
    const refund = await readForChannel(ctx, refundId)
    if (refund?.status !== 'PENDING') return
    const ageSeconds = (ctx.now.getTime() - refund.created_at.getTime()) / 1_000
    ctx.enqueue(
      settleRefund,
      { refundId, asks: asks + 1, nudge: false },
      { after: nextRefundAskSeconds(asks, ageSeconds) },
    )
  },
})

async function askProvider(
  services: Services,
  { channel, request, asked }: Claim,
  signal: AbortSignal,
): Promise<Outcome> {
  const provider = services.provider(channel.provider, channel.credentials, channel.environment)
  if (asked) {
    const outcome = await provider.status(asked, signal)
    if (outcome.kind !== 'absent') return outcome
  }
  return provider.refund(request, signal)
}

/** Requests of this process. A channel whose provider hangs takes no places from refunds by others. */
const slow = slowChannels({ most: 24 })

/**
 * Seconds until the next poll: short at first, so that an outcome is known within a minute of the provider's return. A
 * refund that a bank has had for a day is polled hourly, as its call-back brings the outcome anyway.
 */
export function nextRefundAskSeconds(asks: number, ageSeconds: number): number {
  if (ageSeconds > 86_400) return 3_600
  return [5, 15, 30, 40][Math.min(asks, 3)] as number
}
