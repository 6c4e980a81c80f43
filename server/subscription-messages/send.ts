import type { MessageWay } from '#contract/messages.ts'
import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { logoAddress } from '#server/merchants/logo-address.ts'
import { sendMessageOnce } from '#server/messages/send.ts'
import { inTimeOf } from '#server/subscription-store/clocks.ts'
import { lockDueMessages, settleMessage, type PlannedMessage } from '#server/subscription-store/messages.ts'
import { findSubscription, type SubscriptionRow } from '#server/subscription-store/queries.ts'
import { reasonAgainst } from './against.ts'
import { readTold } from './told.ts'
import { subscriptionMessage } from './words.ts'

/**
 * Sends what is due to the customer of a subscription, oldest first, by its own time. Each is claimed and written in this transaction, so
 * that of two at once one finds it sent. What is not true any more is skipped, with the reason.
 */
export async function sendDue(ctx: Ctx, orderRef: string): Promise<void> {
  const subscription = await findSubscription(ctx, orderRef)
  if (!subscription) return
  const then = await inTimeOf(ctx, subscription)
  for (const message of await lockDueMessages(ctx, orderRef, then.now)) await send(ctx, then, subscription, message)
}

/** @param then the transaction by the subscription's own time, of which the texts speak; links end by real time. */
async function send(ctx: Ctx, then: Ctx, subscription: SubscriptionRow, message: PlannedMessage): Promise<void> {
  const ways = waysOf(subscription, message)
  const reason = ways.length === 0 ? 'no_address' : await reasonAgainst(then, subscription, message)
  if (reason) return settleMessage(then, subscription.order_ref, message, { reason })
  const told = await readTold(ctx, then, subscription, message)
  const { brand_name, name, logo } = await merchantOf(ctx)
  let messageId = ''
  for (const { way, to } of ways) {
    const sent = await sendMessageOnce(ctx, `${message.kind} ${message.once} ${way}`, {
      way,
      to,
      ...subscriptionMessage(told, { kind: message.kind, way }),
      about: { type: 'subscription', ref: subscription.order_ref },
      brand: { name: brand_name || name, logo: logoAddress(ctx.services, logo) },
    })
    if (!sent) continue
    messageId = sent
    const facts = { message_kind: message.kind, way, recipient: to, message: sent }
    addTimelineEntry(then, 'subscription', subscription.order_ref, 'sent', facts)
  }
  settleMessage(then, subscription.order_ref, message, messageId ? { messageId } : { reason: 'sent' })
}

/** By mail; a link that a person asked for goes by the ways that they chose, or to whom has no e-mail address by short message. */
function waysOf(subscription: SubscriptionRow, { kind }: PlannedMessage): { way: MessageWay; to: string }[] {
  const { email, phone, notify_by_email, notify_by_phone } = subscription
  const byMail = { way: 'email' as const, to: email }
  const bySms = { way: 'sms' as const, to: phone }
  const wished =
    kind === 'link'
      ? [...(notify_by_email ? [byMail] : []), ...(notify_by_phone ? [bySms] : [])]
      : kind === 'method_link' && !email
        ? [bySms]
        : [byMail]
  return wished.filter(({ to }) => to !== '')
}
