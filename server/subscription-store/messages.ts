import type { Ctx } from '#server/kit/ctx.ts'
import type { SubscriptionRow } from './queries.ts'

/** What customers are told of. A job of the messages sends what is planned; the languages' texts are its own. */
export const subscriptionMessageKinds = [
  'link', 'set_up', 'receipt', 'trial_ends', 'price_changes', 'failed', 'confirm', 'last_notice', 'method_expires', 'paused', 'cancelled',
  'money_back', 'missed', 'method_link',
] as const // prettier-ignore
export type SubscriptionMessageKind = (typeof subscriptionMessageKinds)[number]

/** Plans a message to the customer, once for each `once` of a kind; now, unless a moment is said. */
export const planMessage = (
  ctx: Ctx,
  { order_ref }: Pick<SubscriptionRow, 'order_ref'>,
  message: { kind: SubscriptionMessageKind; once: string; at?: Date; facts?: Record<string, string> },
): void =>
  ctx.write(
    ctx.own
      .insert('subscription_messages', {
        order_ref,
        kind: message.kind,
        once: message.once,
        at: message.at ?? ctx.now,
        state: 'planned',
        message_id: null,
        facts: JSON.stringify(message.facts ?? {}),
        sent_at: null,
      })
      .onConflict((conflict) => conflict.doNothing()),
  )

/** Leaves what is planned of some kinds unsent. */
export const skipMessages = (
  ctx: Ctx,
  { order_ref }: Pick<SubscriptionRow, 'order_ref'>,
  kinds: readonly SubscriptionMessageKind[],
  reason: string,
): void =>
  ctx.write(
    ctx.own
      .update('subscription_messages')
      .set({ state: 'skipped', reason })
      .where('order_ref', '=', order_ref)
      .where('state', '=', 'planned')
      .where('kind', 'in', kinds),
  )
