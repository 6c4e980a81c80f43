import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { OwnRow } from '#server/kit/db/own.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { lockWebhookOf } from './queries.ts'

/**
 * A delivery with its webhook, the webhook's row locked. The lock serialises all changes of one webhook's deliveries, so a
 * delivery that ends always sees the ones that wait for it. Undefined when there is none.
 */
export async function lockDelivery(ctx: Ctx, deliveryId: string) {
  const webhook = await lockWebhookOf(ctx, deliveryId)
  if (!webhook) return undefined
  const delivery = await ctx.own
    .select('webhook_deliveries')
    .innerJoin('webhook_events as event', (join) =>
      join
        .on('event.merchant_id', '=', ctx.owner.merchantId)
        .onRef('event.environment', '=', 'webhook_deliveries.environment')
        .onRef('event.event_id', '=', 'webhook_deliveries.event_id'),
    )
    .select([
      'delivery_id',
      'seq',
      'webhook_deliveries.event_id',
      'webhook_deliveries.object_ref',
      'state',
      'attempts',
      'fence',
      'claimed_until',
      'first_attempt_at',
      'next_attempt_at',
      'webhook_deliveries.created_at',
      'resent_at',
      'test',
      'replay_id',
      'body',
    ])
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirstOrThrow()
  return { ...delivery, webhook }
}
export type LockedDelivery = NonNullable<Awaited<ReturnType<typeof lockDelivery>>>

/** Changes a delivery whose webhook is locked. */
export async function changeDelivery(ctx: Ctx, deliveryId: string, change: DeliveryChange): Promise<void> {
  await ctx.own.update('webhook_deliveries').set(change).where('delivery_id', '=', deliveryId).execute()
}
export type DeliveryChange = Partial<
  Pick<LockedDelivery, 'state' | 'attempts' | 'fence' | 'claimed_until' | 'first_attempt_at' | 'next_attempt_at'> & {
    resent_at: Date
    url: string
    webhook_name: string
    last_status: number
    replay_id: string | null
    waits_for: 'order' | 'place' | null
  }
>

/** Whether an earlier event of the same object is still pending for the same webhook. Index: webhook_deliveries_by_object. */
export async function hasEarlier(ctx: Ctx, delivery: LockedDelivery): Promise<boolean> {
  const earlier = await ctx.own
    .select('webhook_deliveries')
    .select('delivery_id')
    .where('object_ref', '=', delivery.object_ref)
    .where('webhook_id', '=', delivery.webhook.webhook_id)
    .where('seq', '<', delivery.seq)
    .where('state', '=', 'pending')
    .limit(1)
    .executeTakeFirst()
  return earlier !== undefined
}

/** The number of attempts under way at a webhook. Index: webhook_deliveries_under_way. */
export async function countUnderWay(ctx: Ctx, webhookId: string): Promise<number> {
  const { count } = await ctx.own
    .select('webhook_deliveries')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('webhook_id', '=', webhookId)
    .where('claimed_until', 'is not', null)
    .where('claimed_until', '>', ctx.now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Deliveries of a webhook that wait for a place, at most `most`: what is new before what is replayed, and the oldest first. Index:
 * webhook_deliveries_in_line.
 */
export async function listWaitingForPlace(ctx: Ctx, webhookId: string, most: number): Promise<string[]> {
  if (most <= 0) return []
  const rows = await ctx.own
    .select('webhook_deliveries')
    .select('delivery_id')
    .where('webhook_id', '=', webhookId)
    .where('waits_for', '=', 'place')
    .orderBy(sql`(replay_id is not null)`)
    .orderBy('seq')
    .limit(most)
    .execute()
  return rows.map(({ delivery_id }) => delivery_id)
}

/** Pending deliveries that are overdue since a moment, with their time, at most 500. Index: webhook_deliveries_due. */
export async function listOverdue(ctx: Ctx, since: Date): Promise<{ deliveryId: string; at: number }[]> {
  const rows = await ctx.own
    .select('webhook_deliveries')
    .select(['delivery_id', 'next_attempt_at'])
    .where('state', '=', 'pending')
    .where('next_attempt_at', '<', since)
    .orderBy('next_attempt_at')
    .limit(500)
    .execute()
  return rows.flatMap(({ delivery_id, next_attempt_at: at }) =>
    at ? [{ deliveryId: delivery_id, at: at.getTime() }] : [],
  )
}

/**
 * The next pending delivery of the same object to the same webhook, if it waits for its order. Index:
 * webhook_deliveries_by_object.
 */
export async function findNextInOrder(ctx: Ctx, delivery: LockedDelivery): Promise<string | undefined> {
  const next = await ctx.own
    .select('webhook_deliveries')
    .select(['delivery_id', 'waits_for'])
    .where('object_ref', '=', delivery.object_ref)
    .where('webhook_id', '=', delivery.webhook.webhook_id)
    .where('state', '=', 'pending')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return next?.waits_for === 'order' ? next.delivery_id : undefined
}

/** Disables a webhook's pending deliveries; attempts under way finish. */
export async function disableDeliveries(ctx: Ctx, webhookId: string): Promise<void> {
  await ctx.own
    .update('webhook_deliveries')
    .set({ state: 'disabled', next_attempt_at: null, waits_for: null })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'pending')
    .execute()
}

/** Makes a webhook's pending deliveries, of one object or all, wait for a place; attempts under way go on. */
export async function makeWait(ctx: Ctx, webhookId: string, objectRef?: string): Promise<void> {
  const pending = ctx.own
    .update('webhook_deliveries')
    .set({ next_attempt_at: null, waits_for: 'place' })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'pending')
    .where('claimed_until', 'is', null)
  await (objectRef === undefined ? pending : pending.where('object_ref', '=', objectRef)).execute()
}

/**
 * The deliveries of an object's newest event to enabled webhooks. The deliveries of an event are inserted together, and no
 * other event of its object meanwhile. Index: webhook_deliveries_by_object.
 */
export async function listNewestDeliveries(ctx: Ctx, objectRef: string) {
  const rows = await ctx.own
    .select('webhook_deliveries')
    .innerJoin('webhooks', (join) =>
      join
        .on('webhooks.merchant_id', '=', ctx.owner.merchantId)
        .onRef('webhooks.environment', '=', 'webhook_deliveries.environment')
        .onRef('webhooks.webhook_id', '=', 'webhook_deliveries.webhook_id'),
    )
    .select(['delivery_id', 'event_id', 'webhook_deliveries.webhook_id', 'object_ref', 'state', 'fence'])
    .select(['claimed_until', 'resent_at'])
    .where('object_ref', '=', objectRef)
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('seq', 'desc')
    .limit(limits.webhooksPerMerchant)
    .execute()
  return rows.filter(({ event_id }) => event_id === rows[0]?.event_id)
}

export async function insertAttempt(ctx: Ctx, attempt: OwnRow<'webhook_attempts'>): Promise<void> {
  await ctx.own.insert('webhook_attempts', attempt).execute()
}
