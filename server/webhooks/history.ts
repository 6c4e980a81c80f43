import { sql, type Expression, type SqlBool } from 'kysely'
import type { Output } from '#contract/kit/call.ts'
import type { listWebhookDeliveries } from '#contract/webhooks.ts'
import type { Ctx } from '#server/kit/ctx.ts'

type Delivery = Output<typeof listWebhookDeliveries>[number]

/**
 * The deliveries about some objects, such as a payment's `order_ref` and `link_ref`, to all webhooks: newest first, at most
 * 100, each with its attempts. Index: webhook_deliveries_by_object.
 */
export const readWebhookDeliveries = (ctx: Ctx, objectRefs: readonly string[]): Promise<Delivery[]> =>
  readDeliveries(ctx, { where: sql`d.object_ref = any (${objectRefs})`, most: 100 })

/** Each of the owner's webhooks with its latest deliveries, at most so many of each. Index: webhook_deliveries_by_webhook. */
export const withLatest = (ctx: Ctx, most: number) =>
  ctx.db
    .selectFrom('webhooks as w')
    .innerJoinLateral(
      (inner) =>
        inner
          .selectFrom('webhook_deliveries as d')
          .select(['d.state', 'd.created_at'])
          .where('d.merchant_id', '=', ctx.owner.merchantId)
          .whereRef('d.environment', '=', 'w.environment')
          .whereRef('d.webhook_id', '=', 'w.webhook_id')
          .orderBy('d.seq', 'desc')
          .limit(most)
          .as('last'),
      (join) => join.onTrue(),
    )
    .where('w.merchant_id', '=', ctx.owner.merchantId)
    .where('w.environment', '=', ctx.owner.environment)
    .where('w.deleted_at', 'is', null)

/** The state of the latest delivery of each of the owner's webhooks, by webhook. */
export async function readLastDeliveries(ctx: Ctx): Promise<Map<string, { state: State; created_at: Date }>> {
  const rows = await withLatest(ctx, 1).select(['w.webhook_id', 'last.state', 'last.created_at']).execute()
  return new Map(rows.map(({ webhook_id, ...last }) => [webhook_id, last]))
}
type State = Delivery['state']

/** The latest 50 deliveries of one webhook, newest first. Index: webhook_deliveries_by_webhook. */
export const readDeliveriesOf = (ctx: Ctx, webhookId: string): Promise<Delivery[]> =>
  readDeliveries(ctx, { where: sql`d.webhook_id = ${webhookId}`, most: 50 })

async function readDeliveries(
  ctx: Ctx,
  { where, most }: { where: Expression<SqlBool>; most: number },
): Promise<Delivery[]> {
  const rows = await ctx.db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_events as e', (join) =>
      join
        .on('e.merchant_id', '=', ctx.owner.merchantId)
        .onRef('e.environment', '=', 'd.environment')
        .onRef('e.event_id', '=', 'd.event_id'),
    )
    .innerJoin('webhooks as w', (join) =>
      join
        .on('w.merchant_id', '=', ctx.owner.merchantId)
        .onRef('w.environment', '=', 'd.environment')
        .onRef('w.webhook_id', '=', 'd.webhook_id'),
    )
    .select([
      'd.delivery_id',
      'd.event_id',
      'e.type',
      'd.object_ref',
      'w.name as webhook_name',
      'w.url',
      'd.state',
      'd.created_at',
      'd.next_attempt_at',
      'e.body',
    ])
    .where('d.merchant_id', '=', ctx.owner.merchantId)
    .where('d.environment', '=', ctx.owner.environment)
    .where(where)
    .orderBy('d.seq', 'desc')
    .limit(most)
    .execute()
  const attempts = await readAttempts(
    ctx,
    rows.map(({ delivery_id }) => delivery_id),
  )
  return rows.map((row) => ({ ...row, attempts: attempts.get(row.delivery_id) ?? [] }))
}

type Attempt = Delivery['attempts'][number]

/** The latest attempts of deliveries, newest first, at most {@link attemptsMost} each. Index: primary key. */
async function readAttempts(ctx: Ctx, deliveryIds: string[]): Promise<Map<string, Attempt[]>> {
  const found = new Map<string, Attempt[]>()
  if (deliveryIds.length === 0) return found
  const ranked = ctx.db
    .selectFrom('webhook_attempts')
    .select(['delivery_id', 'attempt_id', 'at', 'status', 'fault', 'duration_ms'])
    .select(sql<string>`left(response, 2000)`.as('response'))
    .select(sql<bigint>`row_number() over (partition by delivery_id order by attempt_id desc)`.as('rank'))
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('environment', '=', ctx.owner.environment)
    .where('delivery_id', 'in', deliveryIds)
  const rows = await ctx.db
    .selectFrom(ranked.as('ranked'))
    .select(['delivery_id', 'at', 'status', 'fault', 'duration_ms', 'response'])
    .where('rank', '<=', attemptsMost)
    .orderBy('attempt_id', 'desc')
    .execute()
  for (const { delivery_id, ...attempt } of rows) {
    const list = found.get(delivery_id)
    if (list) list.push(attempt)
    else found.set(delivery_id, [attempt])
  }
  return found
}
const attemptsMost = 20n
