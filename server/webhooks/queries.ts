import type { WebhookType } from '#contract/webhooks.ts'
import { build, statement, type Places } from '#server/kit/db/statements.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import { ownRows, type Own } from '#server/kit/db/own.ts'
import { isUuid, newId } from '#server/kit/db/id.ts'
import { memo } from '#server/kit/db/memo.ts'

/** The owner's webhooks that are not deleted. */
const ofOwner = (own: Own) => own.select('webhooks').where('deleted_at', 'is', null)

const shown = ['webhook_id as uuid', 'name', 'url', 'type', 'enabled', 'created_at'] as const

/** The enabled webhooks with their types, oldest first; read once a transaction. Index: primary key. */
export const listReceivers = (ctx: Ctx): Promise<Receiver[]> =>
  memo(ctx, 'receivers', async () => (await ctx.db.executeQuery(enabledOf(ctx.owner))).rows)
interface Receiver {
  webhook_id: string
  type: WebhookType
  name: string
  url: string
}
const enabledOf = statement((owner: Places<Owner>) =>
  ofOwner(ownRows(build, owner))
    .select(['webhook_id', 'type', 'name', 'url'])
    .where('enabled', '=', true)
    .orderBy('webhook_id'),
)

interface NewDelivery {
  deliveryId: string
  webhookId: string
  name: string
  url: string
}
/** Inserts an event and its deliveries; each delivery is due at once. */
export function insertEvent(
  ctx: Ctx,
  event: {
    eventId: string
    type: WebhookType
    objectRef: string
    /** The exact text that every attempt signs and sends. */
    body: string
    deliveries: readonly NewDelivery[]
    test?: boolean
  },
): void {
  const common = { event_id: event.eventId, object_ref: event.objectRef, created_at: ctx.realNow }
  ctx.write(ctx.own.insert('webhook_events', { ...common, type: event.type, body: event.body }))
  for (const { webhookId, deliveryId, name, url } of event.deliveries) {
    const to = { webhook_id: webhookId, webhook_name: name, url, type: event.type, test: event.test ?? false }
    const delivery = { ...common, ...to, delivery_id: deliveryId, next_attempt_at: ctx.realNow }
    ctx.write(ctx.own.insert('webhook_deliveries', delivery))
  }
}

/** The owner's webhooks, oldest first; their number is limited. Index: primary key. */
export const listWebhooks = (ctx: Ctx) => ofOwner(ctx.own).select(shown).orderBy('webhook_id').execute()

/** Whether another webhook has this name, whatever its case. Index: webhooks_name. */
export async function hasName(ctx: Ctx, name: string, { but }: { but?: string } = {}): Promise<boolean> {
  const found = await ofOwner(ctx.own)
    .select('webhook_id')
    .where('name_lower', '=', name.toLowerCase())
    .executeTakeFirst()
  return found !== undefined && found.webhook_id !== but
}

/** Undefined when absent, deleted or not the owner's. */
export const findWebhook = async (ctx: Ctx, webhookId: string) =>
  isUuid(webhookId) ? ofOwner(ctx.own).select(shown).where('webhook_id', '=', webhookId).executeTakeFirst() : undefined

/**
 * A webhook, deleted or not, with its row locked until the commit. The lock serialises all changes of its deliveries, so a
 * delivery that ends always sees the ones that wait for it. Undefined when absent or not the owner's.
 */
export async function lockWebhook(ctx: Ctx, webhookId: string): Promise<LockedWebhook | undefined> {
  return isUuid(webhookId) ? locked(ctx).where('webhook_id', '=', webhookId).executeTakeFirst() : undefined
}

/** The webhook of a delivery, locked like {@link lockWebhook} does. Indexes: primary keys. */
export const lockWebhookOf = (ctx: Ctx, deliveryId: string): Promise<LockedWebhook | undefined> =>
  locked(ctx)
    .where('webhook_id', '=', ({ selectFrom }) =>
      selectFrom('webhook_deliveries')
        .select('webhook_deliveries.webhook_id')
        .where('webhook_deliveries.merchant_id', '=', ctx.owner.merchantId)
        .where('webhook_deliveries.environment', '=', ctx.owner.environment)
        .where('delivery_id', '=', deliveryId),
    )
    .executeTakeFirst()

const locked = (ctx: Ctx) =>
  ctx.own
    .select('webhooks')
    .select([
      'webhook_id',
      'name',
      'url',
      'type',
      'enabled',
      'deleted_at',
      'silent_since',
      'failing_since',
      'failing_told_at',
    ])
    .forNoKeyUpdate()
export interface LockedWebhook {
  webhook_id: string
  name: string
  url: string
  type: WebhookType
  enabled: boolean
  deleted_at: Date | null
  /** Since when the webhook has not answered at all; null when it answers. */
  silent_since: Date | null
  /** Since when no delivery has succeeded; null after a success. */
  failing_since: Date | null
  /** When the merchant's users were notified of that. */
  failing_told_at: Date | null
}

/**
 * Locks the merchant's webhooks and secrets until the commit; taken before any webhook's own lock. The lock makes
 * check-then-write safe: the number of webhooks, their names, the first secret.
 */
export async function lockMerchant(ctx: Ctx): Promise<void> {
  await ctx.own.select('merchants').select('merchant_id').forNoKeyUpdate().executeTakeFirstOrThrow()
}

/** The merchant's public key, which answers carry. */
export async function readMerchantKey(ctx: Ctx): Promise<string> {
  const { key } = await ctx.own.select('merchants').select('key').executeTakeFirstOrThrow()
  return key
}

export function insertWebhook(
  ctx: Ctx,
  webhook: { name: string; url: string; type: WebhookType; enabled: boolean },
): string {
  const webhookId = newId()
  const own = { webhook_id: webhookId, name_lower: webhook.name.toLowerCase(), created_at: ctx.now }
  ctx.write(ctx.own.insert('webhooks', { ...webhook, ...own }))
  return webhookId
}

/** Changes a webhook that the caller has locked. */
export async function changeWebhook(ctx: Ctx, webhookId: string, change: WebhookChange): Promise<void> {
  await ctx.own
    .update('webhooks')
    .set({ ...change, ...(change.name !== undefined && { name_lower: change.name.toLowerCase() }) })
    .where('webhook_id', '=', webhookId)
    .execute()
}
export type WebhookChange = Partial<{
  name: string
  url: string
  type: WebhookType
  enabled: boolean
  deleted_at: Date
  silent_since: Date | null
  failing_since: Date | null
  failing_told_at: Date | null
}>
