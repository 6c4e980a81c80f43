import { addTimelineEntry } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isWanted } from '#server/notifications/notify.ts'
import { lockPayable, type LockedPayable } from '#server/payables/payable.ts'
import { listReceivers } from '#server/webhooks/queries.ts'
import { lockForChannel, readForChannel, type LockedPayment } from './for-channel.ts'
import { publishPaymentWebhook } from './publish-webhook.ts'

/** A payment that this transaction may end. */
export interface Locked {
  payment: LockedPayment
  /** Its payable; undefined where it has none. */
  payable: LockedPayable | undefined
}

/**
 * Locks a payment and, before it, its payable; `startAttempt` locks in the same order. The receivers of webhooks are read
 * ahead, so that only the commit is waited for afterwards. Undefined when there is no such payment.
 */
export async function lockToEnd(ctx: Ctx, orderRef: string): Promise<Locked | undefined> {
  // The payable of a payment never changes, so it may be read without a lock.
  const known = await readForChannel(ctx, orderRef)
  if (!known) return undefined
  const [payable, payment] = await Promise.all([
    lockPayable(ctx, { kind: known.payable_kind, ref: known.payable_ref }),
    lockForChannel(ctx, orderRef),
    listReceivers(ctx),
    isWanted(ctx, 'payment_received'),
  ])
  return payment && { payment, payable }
}

/** Records a change of a payment: timeline entries of the payment and its payable, and a webhook. */
export async function recordChange(
  ctx: Ctx,
  { payment, payable }: Locked,
  event: 'pending' | 'authorised' | 'declined' | 'expired' | 'captured' | 'captured_late',
  facts: Record<string, string> = {},
): Promise<void> {
  const { order_ref } = payment
  addTimelineEntry(ctx, 'payment', order_ref, event, facts)
  if (payable) {
    const isPaid = event === 'captured'
    const paidEvent = payable.of.paidEvent?.(payable.standing, payment) ?? 'paid'
    const [payableEvent, more] = isPaid ? [paidEvent, {}] : [`attempt_${event}`, facts]
    addTimelineEntry(ctx, payable.of.objectType, payable.standing.ref, payableEvent, { order_ref, ...more })
  }
  await publishPaymentWebhook(ctx, order_ref)
}
