import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { newReference } from '#server/kit/auth/token.ts'
import { deliverWebhook } from '#server/webhooks/deliver.ts'
import { insertEvent, lockWebhook } from '#server/webhooks/queries.ts'
import { signingSecrets } from '#server/webhooks/secret.ts'
import { testBody } from './test-body.ts'

/**
 * Sends an example of a webhook's type, once. Throws `notFound`, and `tooFast` above {@link limits.webhookTestsPerMinute}. Returns the delivery's id.
 */
export async function sendTest(ctx: Ctx, webhookId: string): Promise<string> {
  const webhook = await lockWebhook(ctx, webhookId)
  if (!webhook || webhook.deleted_at) throw new Fault('notFound')
  const { name, url, type } = webhook
  if ((await countTests(ctx, webhookId)) >= limits.webhookTestsPerMinute) throw new Fault('tooFast')
  await signingSecrets(ctx)
  const objectRef = `TEST${newReference(ctx.now)}`
  const deliveryId = newId()
  const body = JSON.stringify(await testBody(ctx, type, objectRef))
  insertEvent(ctx, {
    eventId: newId(),
    type,
    objectRef,
    body,
    deliveries: [{ deliveryId, webhookId, name, url }],
    test: true,
  })
  ctx.enqueue(deliverWebhook, { deliveryId })
  return deliveryId
}

/** The tests of a locked webhook in the last minute. Index: webhook_deliveries_by_webhook. */
async function countTests(ctx: Ctx, webhookId: string): Promise<number> {
  const rows = await ctx.own
    .select('webhook_deliveries')
    .select('delivery_id')
    .where('webhook_id', '=', webhookId)
    .where('test', '=', true)
    .where('created_at', '>', new Date(ctx.now.getTime() - 60_000))
    .orderBy('seq', 'desc')
    .limit(limits.webhookTestsPerMinute)
    .execute()
  return rows.length
}
