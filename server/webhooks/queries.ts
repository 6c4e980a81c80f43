import type { WebhookType } from '#contract/webhooks.ts'
import { build, statement, type Places } from '#server/kit/build.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import type { Db } from '#server/kit/db.ts'
import { isUuid, newId } from '#server/kit/id.ts'
import { once } from '#server/kit/once.ts'

/** Webhooks that are not deleted, of the owner and no other. */
const ofOwner = (db: Db, owner: Owner | Places<Owner>) =>
  db
    .selectFrom('webhooks')
    .where('merchant_id', '=', owner.merchantId)
    .where('environment', '=', owner.environment)
    .where('deleted_at', 'is', null)

const shown = ['webhook_id as uuid', 'name', 'url', 'type', 'enabled', 'created_at'] as const

/** The enabled webhooks with what they want to be told of, oldest first; read once a transaction. Index: primary key. */
export const listReceivers = (ctx: Ctx): Promise<{ webhook_id: string; type: WebhookType }[]> =>
  once(ctx, 'receivers', () => ctx.tx.rows(enabledOf(ctx.owner)))
const enabledOf = statement((owner: Places<Owner>) =>
  ofOwner(build, owner).select(['webhook_id', 'type']).where('enabled', '=', true).orderBy('webhook_id'),
)

/** Keeps what is to be told, and to whom; each delivery is due at once. */
export async function insertEvent(
  ctx: Ctx,
  event: {
    eventId: string
    type: WebhookType
    objectRef: string
    /** The exact text that is signed and sent, now and each time again. */
    body: string
    deliveries: readonly { webhookId: string; deliveryId: string }[]
  },
): Promise<void> {
  const owner = { merchant_id: ctx.owner.merchantId, environment: ctx.owner.environment }
  const common = { ...owner, event_id: event.eventId, object_ref: event.objectRef, created_at: ctx.now }
  await ctx.db
    .insertInto('webhook_events')
    .values({ ...common, type: event.type, body: event.body })
    .execute()
  await ctx.db
    .insertInto('webhook_deliveries')
    .values(
      event.deliveries.map(({ webhookId, deliveryId }) => ({
        ...common,
        delivery_id: deliveryId,
        webhook_id: webhookId,
        next_attempt_at: ctx.now,
      })),
    )
    .execute()
}

/** The owner's webhooks, oldest first; their number is limited. Index: primary key. */
export const listWebhooks = (ctx: Ctx) => ofOwner(ctx.db, ctx.owner).select(shown).orderBy('webhook_id').execute()

/** Whether another webhook has this name, whatever its case. Index: webhooks_name. */
export async function hasName(ctx: Ctx, name: string, { but }: { but?: string } = {}): Promise<boolean> {
  const found = await ofOwner(ctx.db, ctx.owner)
    .select('webhook_id')
    .where('name_lower', '=', name.toLowerCase())
    .executeTakeFirst()
  return found !== undefined && found.webhook_id !== but
}

/** Undefined when absent, deleted or not the owner's. */
export const findWebhook = async (ctx: Ctx, webhookId: string) =>
  isUuid(webhookId)
    ? ofOwner(ctx.db, ctx.owner).select(shown).where('webhook_id', '=', webhookId).executeTakeFirst()
    : undefined

/**
 * A webhook, deleted or not, to which nothing else happens till the commit, nor to any of its deliveries: so whoever
 * waits for its turn is seen by whoever ends. Undefined when absent or not the owner's.
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
  ctx.db
    .selectFrom('webhooks')
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
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('environment', '=', ctx.owner.environment)
    .forNoKeyUpdate()
export interface LockedWebhook {
  webhook_id: string
  name: string
  url: string
  type: WebhookType
  enabled: boolean
  deleted_at: Date | null
  /** Since when it has not answered at all; null once it answers. */
  silent_since: Date | null
  /** Since when it has taken nothing; null once it does. */
  failing_since: Date | null
  /** When its people were told so. */
  failing_told_at: Date | null
}

/**
 * Lets one change of the merchant's webhooks and secrets happen at a time, to the commit; taken before any webhook's
 * own lock. Makes check-then-write safe: the number of webhooks, their names, the first secret.
 */
export async function lockMerchant(ctx: Ctx): Promise<void> {
  await ctx.db
    .selectFrom('merchants')
    .select('merchant_id')
    .where('merchant_id', '=', ctx.owner.merchantId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** The merchant's public key, which the answers carry. */
export async function readMerchantKey(ctx: Ctx): Promise<string> {
  const { key } = await ctx.db
    .selectFrom('merchants')
    .select('key')
    .where('merchant_id', '=', ctx.owner.merchantId)
    .executeTakeFirstOrThrow()
  return key
}

export async function insertWebhook(
  ctx: Ctx,
  webhook: { name: string; url: string; type: WebhookType; enabled: boolean },
): Promise<string> {
  const webhookId = newId()
  await ctx.db
    .insertInto('webhooks')
    .values({
      ...webhook,
      name_lower: webhook.name.toLowerCase(),
      merchant_id: ctx.owner.merchantId,
      environment: ctx.owner.environment,
      webhook_id: webhookId,
      created_at: ctx.now,
    })
    .execute()
  return webhookId
}

/** Changes a webhook that the caller has locked. */
export async function changeWebhook(ctx: Ctx, webhookId: string, change: WebhookChange): Promise<void> {
  await ctx.db
    .updateTable('webhooks')
    .set({ ...change, ...(change.name !== undefined && { name_lower: change.name.toLowerCase() }) })
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('environment', '=', ctx.owner.environment)
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
