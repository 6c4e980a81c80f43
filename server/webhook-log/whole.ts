import { Fault } from '#contract/faults.ts'
import type { Output } from '#contract/kit/call.ts'
import type { readWebhookDelivery } from '#contract/webhook-log.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid } from '#server/kit/db/id.ts'
import { lockDelivery, type LockedDelivery } from '#server/webhooks/deliveries.ts'

type Whole = Output<typeof readWebhookDelivery>

/** A delivery with its attempts as they were, newest first, at most 20. Throws `notFound`. Indexes: primary keys. */
export async function wholeDelivery(ctx: Ctx, deliveryId: string): Promise<Whole> {
  if (!isUuid(deliveryId)) throw new Fault('notFound')
  const delivery = await ctx.own
    .select('webhook_deliveries')
    .select(['delivery_id', 'event_id', 'webhook_id', 'object_ref', 'state', 'created_at', 'next_attempt_at', 'test'])
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst()
  if (!delivery) throw new Fault('notFound')
  const { webhook_id, event_id, ...shown } = delivery
  const [event, webhook, attempts] = await Promise.all([
    ctx.own
      .select('webhook_events')
      .select(['type', 'body'])
      .where('event_id', '=', event_id)
      .executeTakeFirstOrThrow(),
    ctx.own
      .select('webhooks')
      .select(['name', 'url', 'enabled', 'deleted_at'])
      .where('webhook_id', '=', webhook_id)
      .executeTakeFirstOrThrow(),
    ctx.own
      .select('webhook_attempts')
      .select(['at', 'status', 'fault', 'duration_ms', 'response', 'url', 'request_headers', 'response_headers'])
      .select(['name_ms', 'connect_ms', 'tls_ms', 'first_byte_ms'])
      .where('delivery_id', '=', deliveryId)
      .orderBy('attempt_id', 'desc')
      .limit(attemptsMost)
      .execute(),
  ])
  return {
    ...shown,
    event_id,
    ...event,
    webhook_uuid: webhook_id,
    webhook_name: webhook.name,
    url: webhook.url,
    attempts,
    not_resendable: delivery.test ? 'test' : webhook.enabled && !webhook.deleted_at ? '' : 'webhook_off',
  }
}
const attemptsMost = 20

/** A delivery with its webhook locked. Throws `notFound`. */
export async function existingDelivery(ctx: Ctx, deliveryId: string): Promise<LockedDelivery> {
  const delivery = isUuid(deliveryId) ? await lockDelivery(ctx, deliveryId) : undefined
  if (!delivery) throw new Fault('notFound')
  return delivery
}
