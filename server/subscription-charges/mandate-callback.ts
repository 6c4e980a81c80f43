import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { mandateStates } from '#contract/subscription-states.ts'
import { channelOf, type Channel } from '#server/channels/channel.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { effect, type Job } from '#server/kit/jobs/jobs.ts'
import { notify } from '#server/notifications/notify.ts'
import type { AskedMandate, MandateFacts, MandateOutcome } from '#server/providers/mandates.ts'
import { inTimeOf } from '#server/subscription-store/clocks.ts'
import {
  changeMandate,
  columnsOf,
  findMandate,
  findMandateByKey,
  moveMandate,
  secretsOf,
  type MandateRow,
} from '#server/subscription-store/mandates.ts'
import { planMethodExpires } from '#server/subscription-store/messages.ts'
import { findSubscription, type SubscriptionRow } from '#server/subscription-store/queries.ts'
import { askedOf, nextAskSeconds } from './mandate-jobs.ts'
import { applyMandate } from './mandate-outcome.ts'

/**
 * What providers tell of mandates. Call-backs come twice, late and out of order, so none is believed by itself: it has the provider asked
 * how the mandate stands now.
 */
export async function receiveMandate(
  ctx: Ctx,
  { channelKey, key }: { channelKey: string; key: string },
): Promise<string | null> {
  const mandate = await findMandateByKey(ctx, key)
  if (!mandate) return 'no mandate of ours'
  if (mandate.channel_key !== channelKey) return 'a mandate of another channel'
  if (mandateStates.isFinal(mandate.state)) return 'a mandate that has ended'
  ctx.enqueue(askMandate, { mandateRef: mandate.mandate_ref, asks: 0 })
  return null
}

const data = z.object({ merchantId: z.uuid(), environment, mandateRef: z.string(), asks: z.number().default(0) })
type Data = z.infer<typeof data>

/** Asks a provider how a mandate stands, and takes over what is new. */
export const askMandate: Job<Data> = effect<Data, { channel: Channel; asked: AskedMandate }, MandateOutcome>({
  name: 'ask-mandate',
  data,
  parallel: 8,
  async claim(ctx, { mandateRef }) {
    const mandate = await findMandate(ctx, mandateRef)
    if (!mandate || mandateStates.isFinal(mandate.state)) return null
    return { channel: await channelOf(ctx, mandate.channel_key), asked: await askedOf(ctx, mandate) }
  },
  async act({ provider }, { channel, asked }, signal) {
    const { mandates } = provider(channel.provider, channel.credentials, channel.environment)
    return mandates ? mandates.status(asked, signal) : { kind: 'absent' }
  },
  async complete(ctx, { mandateRef, asks }, _, outcome): Promise<void> {
    const isUnknown = outcome.kind === 'unknown' || outcome.kind === 'unavailable'
    if (!isUnknown) await takeOver(ctx, mandateRef, outcome)
    else if (asks < asksMost) ctx.enqueue(askMandate, { mandateRef, asks: asks + 1 }, { after: nextAskSeconds(asks) })
  },
})
/** Over half an hour; the next charge finds out what was not learnt. */
const asksMost = 8

async function takeOver(ctx: Ctx, mandateRef: string, outcome: MandateOutcome): Promise<void> {
  const known = await findMandate(ctx, mandateRef)
  const subscription = known && (await findSubscription(ctx, known.order_ref, { lock: true }))
  const mandate = await findMandate(ctx, mandateRef)
  if (!subscription || !mandate) return
  if (mandate.state === 'requested') return void (await applyMandate(ctx, mandateRef, outcome))
  if (mandate.state !== 'active') return
  const then = await inTimeOf(ctx, subscription)
  if (outcome.kind === 'active') await update(then, subscription, mandate, outcome.mandate)
  if (outcome.kind === 'revoked' || outcome.kind === 'failed') await noteRevoked(then, subscription, mandate)
}

/** The bank has replaced the card, or it ends at another moment: what is charged and shown follows. */
async function update(
  ctx: Ctx,
  subscription: SubscriptionRow,
  mandate: MandateRow,
  facts: MandateFacts,
): Promise<void> {
  const { token } = await secretsOf(ctx, mandate.mandate_ref)
  const isSame = mandate.masked === facts.masked && mandate.expires_at?.getTime() === facts.expiresAt?.getTime()
  if (isSame && token === facts.token) return
  changeMandate(ctx, mandate, await columnsOf(ctx, mandate, facts))
  if (isSame) return
  addTimelineEntry(ctx, 'subscription', subscription.order_ref, 'method_updated', { card: facts.masked })
  planMethodExpires(ctx, subscription, { mandate_ref: mandate.mandate_ref, expires_at: facts.expiresAt })
}

/** The holder or their bank has ended it: nothing can be charged by it, and the merchant is told. The next charge asks for another method. */
async function noteRevoked(ctx: Ctx, subscription: SubscriptionRow, mandate: MandateRow): Promise<void> {
  moveMandate(ctx, mandate, 'revoke', { end_reason: 'holder', revocation: 'done' })
  addTimelineEntry(ctx, 'subscription', subscription.order_ref, 'mandate_revoked')
  await notify(ctx, 'mandate_revoked', {
    order_ref: subscription.order_ref,
    customer: subscription.customer_name || subscription.email || subscription.merchant_order_ref,
    price: subscription.price_name || subscription.price_ref,
  })
}
