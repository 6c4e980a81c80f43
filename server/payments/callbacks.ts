import type { Channel } from '#server/channels/channel.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Callback, Known } from '#server/providers/provider.ts'
import { applyRefundOutcome } from '#server/refunds/apply-outcome.ts'
import { settleRefund } from '#server/refunds/jobs.ts'
import { readForChannel as readRefund } from '#server/refunds/queries.ts'
import { applyOutcome } from './apply-outcome.ts'
import { insertCallback } from './callback-rows.ts'
import { readForChannel } from './for-channel.ts'
import { settlePayment } from './jobs.ts'
import { redacted } from './redact.ts'

/** A call-back about a payment or refund, which its provider has signed or which makes us ask. */
export type Told = Extract<Callback, { kind: 'ask' | 'event' }>

/**
 * Processes a verified call-back in the transaction of the channel's merchant, or of the one that the channel is lent to.
 * Each event counts once. An outcome is applied only where the state machine allows; a call-back that proves nothing makes
 * the provider be asked. Returns why the call-back was ignored, or null.
 */
export async function receiveCallback(
  ctx: Ctx,
  { channel, told, body }: { channel: Channel; told: Told; body: string },
): Promise<string | null> {
  const owned = await asOwner(ctx, channel, told)
  if (!owned) return 'a merchant that this channel is not lent to'
  const [refund, payment] = await Promise.all([readRefund(owned, told.key), readForChannel(owned, told.key)])
  const about = refund ?? payment
  if (!about) return 'no payment or refund of ours'
  if (about.channel_key !== channel.key) return 'a payment of another channel'
  const event = {
    channelKey: channel.key,
    eventId: told.id,
    orderRef: refund?.order_ref ?? told.key,
    refundId: refund?.refund_id ?? '',
    at: told.at === '' ? owned.now : new Date(told.at),
    body: redacted(body),
  }
  if (told.kind === 'ask') {
    if (!(await insertCallback(owned, { ...event, outcome: 'provider_asked', effect: 'applied' }))) return null
    if (refund) owned.enqueue(settleRefund, { refundId: refund.refund_id, asks: 0, nudge: true })
    else owned.enqueue(settlePayment, { orderRef: told.key, asks: 0, nudge: true })
    return null
  }
  const changed = refund
    ? await applyRefundOutcome(owned, refund.refund_id, told.outcome)
    : await applyOutcome(owned, told.key, told.outcome)
  if (changed && told.outcome.kind === 'approved' && !refund)
    owned.enqueue(settlePayment, { orderRef: told.key, asks: 0, nudge: true })
  const outcome = refund ? refundWords[told.outcome.kind] : told.outcome.kind
  await insertCallback(owned, { ...event, outcome, effect: changed ? 'applied' : 'ignored' })
  return null
}

/**
 * The context of the merchant whose payment a call-back is about. The call-backs of an account come to the address of the
 * account's owner also for the merchants that its channel is lent to; null for any other merchant.
 */
async function asOwner(ctx: Ctx, channel: Channel, { merchantKey }: Told): Promise<Ctx | null> {
  if (merchantKey === undefined || merchantKey === channel.merchantKey) return ctx
  const { merchantId, environment } = ctx.owner
  const [borrower] = await ctx.tx.query<{ merchant_id: string }>(
    'select merchant_id from find_borrower($1, $2, $3, $4)',
    [merchantKey, environment, channel.key, merchantId],
  )
  return borrower ? ctx.enter({ merchantId: borrower.merchant_id, environment }) : null
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
