import type { WebhookType } from '#contract/webhooks.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { deliverWebhook } from './deliver.ts'
import { insertEvent, listReceivers } from './queries.ts'

export interface NewEvent {
  type: WebhookType
  objectRef: string
  /** Makes the body from the present state of this transaction; called only when a webhook is enabled for the type. */
  body(): Promise<Record<string, unknown>>
}

/**
 * Publishes a webhook in the transaction of the change: inserts one event, and a delivery for each enabled webhook of its
 * type. Without such a webhook nothing is inserted.
 */
export async function publishWebhook(ctx: Ctx, { type, objectRef, body }: NewEvent): Promise<void> {
  const receivers = (await listReceivers(ctx)).filter((webhook) => webhook.type === type)
  if (receivers.length === 0) return
  const deliveries = receivers.map(({ webhook_id: webhookId, name, url }) => ({
    webhookId,
    name,
    url,
    deliveryId: newId(),
  }))
  insertEvent(ctx, { eventId: newId(), type, objectRef, body: JSON.stringify(await body()), deliveries })
  for (const { deliveryId } of deliveries) ctx.enqueue(deliverWebhook, { deliveryId })
}
