import type { WebhookType } from '#contract/webhooks.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/id.ts'
import { deliverWebhook } from './deliver.ts'
import { insertEvent, listReceivers } from './queries.ts'

export interface Announcement {
  type: WebhookType
  objectRef: string
  /** The body as it is at this moment; only made when somebody listens. */
  body(): Promise<Record<string, unknown>>
}

/**
 * Tells the merchant's servers about a change, in the transaction that makes it: one event, and a delivery for each
 * enabled webhook of its type. Without such a webhook nothing is kept.
 */
export async function announce(ctx: Ctx, { type, objectRef, body }: Announcement): Promise<void> {
  const receivers = (await listReceivers(ctx)).filter((webhook) => webhook.type === type)
  if (receivers.length === 0) return
  // The body tells what this transaction has made of it.
  ctx.tx.flush()
  const deliveries = receivers.map(({ webhook_id: webhookId }) => ({ webhookId, deliveryId: newId() }))
  await insertEvent(ctx, { eventId: newId(), type, objectRef, body: JSON.stringify(await body()), deliveries })
  for (const { deliveryId } of deliveries) await ctx.enqueue(deliverWebhook, { deliveryId })
}
