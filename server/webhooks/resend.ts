import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { queueWaiting } from './deliver.ts'
import { changeDelivery, listNewestDeliveries, makeWait } from './deliveries.ts'
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
    const { delivery_id, webhook_id, object_ref, state, claimed_until, fence } = delivery
    const underWay = state === 'pending' && claimed_until !== null && claimed_until > ctx.now
    const afresh = { state: 'pending', attempts: 0, first_attempt_at: null, next_attempt_at: null } as const
    await changeDelivery(ctx, delivery_id, {
      resent_at: ctx.now,
      ...(!underWay && { ...afresh, claimed_until: null, fence: fence + 1 }),
    })
    await makeWait(ctx, webhook_id, object_ref)
  }
  for (const webhook of webhooks) await queueWaiting(ctx, webhook)
}

async function newestOf(ctx: Ctx, objectRefs: readonly string[]) {
  const found = await Promise.all(objectRefs.map((ref) => listNewestDeliveries(ctx, ref)))
  return found.flat()
}
