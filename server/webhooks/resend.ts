import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { queueWaiting } from './deliver.ts'
import { changeDelivery, listNewestDeliveries, makeWait, type LockedDelivery } from './deliveries.ts'
import { lockWebhook, type LockedWebhook } from './queries.ts'

/**
 * Sends the newest event of each object again, delivered or not, under the same `webhook-id` and with a full schedule of
 * attempts. Earlier pending deliveries of the same object are sent at once too, in order. An attempt under way counts as
 * this one.
 *
 * Throws `notFound` without an event or an enabled webhook, and `tooFast` within {@link limits.resendSeconds} of the last
 * time.
 */
export async function resendFor(ctx: Ctx, objectRefs: readonly string[]): Promise<void> {
  const webhookIds = new Set((await newestOf(ctx, objectRefs)).map(({ webhook_id }) => webhook_id))
  const webhooks: LockedWebhook[] = []
  // Locked in one order, so that two transactions cannot deadlock.
  for (const webhookId of [...webhookIds].toSorted()) {
    const webhook = await lockWebhook(ctx, webhookId)
    if (webhook) webhooks.push(webhook)
  }
  const deliveries = (await newestOf(ctx, objectRefs)).filter(({ webhook_id }) => webhookIds.has(webhook_id))
  if (deliveries.length === 0) throw new Fault('notFound')
  const recently = ctx.now.getTime() - limits.resendSeconds * 1000
  if (deliveries.some(({ resent_at }) => resent_at && resent_at.getTime() > recently)) throw new Fault('tooFast')

  for (const delivery of deliveries) {
    await startAfresh(ctx, delivery)
    await makeWait(ctx, delivery.webhook_id, delivery.object_ref)
  }
  for (const webhook of webhooks) await queueWaiting(ctx, webhook)
}

/**
 * Sends one locked delivery again, whatever its state, as {@link resendFor} does. Throws `wrongState` for a test and where the webhook is
 * off, and `tooFast` within {@link limits.resendSeconds}.
 */
export async function resendDelivery(ctx: Ctx, delivery: LockedDelivery): Promise<void> {
  const { webhook, object_ref, test, resent_at } = delivery
  if (test || !webhook.enabled || webhook.deleted_at) throw new Fault('wrongState')
  if (resent_at && resent_at.getTime() > ctx.now.getTime() - limits.resendSeconds * 1000) throw new Fault('tooFast')
  await startAfresh(ctx, delivery)
  await makeWait(ctx, webhook.webhook_id, object_ref)
  await queueWaiting(ctx, webhook)
}

/** Makes a delivery pending with a full schedule; an attempt under way counts as its first. */
async function startAfresh(
  ctx: Ctx,
  {
    delivery_id,
    state,
    claimed_until,
    fence,
  }: Pick<LockedDelivery, 'delivery_id' | 'state' | 'claimed_until' | 'fence'>,
): Promise<void> {
  const underWay = state === 'pending' && claimed_until !== null && claimed_until > ctx.now
  const afresh = { state: 'pending', attempts: 0, first_attempt_at: null, next_attempt_at: null } as const
  await changeDelivery(ctx, delivery_id, {
    resent_at: ctx.now,
    ...(!underWay && { ...afresh, claimed_until: null, replay_id: null, fence: fence + 1 }),
  })
}

async function newestOf(ctx: Ctx, objectRefs: readonly string[]) {
  const found = await Promise.all(objectRefs.map((ref) => listNewestDeliveries(ctx, ref)))
  return found.flat()
}
