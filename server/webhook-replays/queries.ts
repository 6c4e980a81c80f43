import { sql } from 'kysely'
import type { Input, Output } from '#contract/kit/call.ts'
import { limits } from '#contract/limits.ts'
import type { createWebhookReplay, previewWebhookReplay, WebhookReplay } from '#contract/webhook-replays.ts'
import type { Ctx } from '#server/kit/ctx.ts'

export type Choice = Input<typeof createWebhookReplay>['body']

/** The deliveries that a choice means, in the order in which their events happened. Index: webhook_deliveries_by_webhook. */
const chosen = (ctx: Ctx, webhookId: string, { from, to, states, type }: Choice) => {
  const found = ctx.own
    .select('webhook_deliveries')
    .where('webhook_id', '=', webhookId)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where('state', 'in', states)
    .where('test', '=', false)
    .orderBy('seq')
  return type ? found.where('type', '=', type) : found
}

/** The ids of the chosen deliveries with their states, at most one more than a replay may have. */
export const listChosen = (ctx: Ctx, webhookId: string, choice: Choice) =>
  chosen(ctx, webhookId, choice)
    .select(['delivery_id', 'state'])
    .limit(limits.webhookReplayMost + 1)
    .execute()

/** The first of the chosen deliveries. */
export const listFirst = (ctx: Ctx, webhookId: string, choice: Choice): Promise<First> =>
  chosen(ctx, webhookId, choice)
    .select(['delivery_id', 'event_id', 'type', 'object_ref', 'webhook_name', 'url', 'state', 'test', 'attempts'])
    .select(['last_status', 'created_at', 'next_attempt_at'])
    .limit(10)
    .execute()
type First = Output<typeof previewWebhookReplay>['first']

/** Inserts a replay with its items, a few hundred rows at a time. */
export async function insertReplay(
  ctx: Ctx,
  replay: { replay_id: string; webhook_id: string; total: number; created_by: string },
  items: readonly { delivery_id: string; state: string }[],
): Promise<void> {
  await ctx.own.insert('webhook_replays', { ...replay, created_at: ctx.now, updated_at: ctx.now }).execute()
  for (let at = 0; at < items.length; at += rowsAtOnce) {
    const rows = items.slice(at, at + rowsAtOnce).map(({ delivery_id, state }, nth) => ({
      replay_id: replay.replay_id,
      place: at + nth + 1,
      delivery_id,
      was: state,
    }))
    await ctx.own.insert('webhook_replay_items', rows).execute()
  }
}
const rowsAtOnce = 500

/** A replay that runs; undefined when there is none. Index: webhook_replays_one. */
export const findRunning = (ctx: Ctx, webhookId: string) =>
  ctx.own
    .select('webhook_replays')
    .select(['replay_id', 'webhook_id', 'total', 'sent_to', 'created_at', 'updated_at'])
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'running')
    .executeTakeFirst()
export type Running = NonNullable<Awaited<ReturnType<typeof findRunning>>>

export async function changeReplay(ctx: Ctx, replayId: string, change: ReplayChange): Promise<void> {
  await ctx.own
    .update('webhook_replays')
    .set({ ...change, updated_at: ctx.now })
    .where('replay_id', '=', replayId)
    .execute()
}
type ReplayChange = Partial<{
  state: 'done' | 'stopped'
  stopped_why: 'user' | 'off' | 'failing'
  sent_to: number
  ended_at: Date
}>

/** The next items of a replay. Index: primary key. */
export const listItems = (ctx: Ctx, { replay_id, sent_to }: Running, most: number) =>
  ctx.own
    .select('webhook_replay_items')
    .select(['place', 'delivery_id', 'was'])
    .where('replay_id', '=', replay_id)
    .where('place', '>', sent_to)
    .orderBy('place')
    .limit(most)
    .execute()

/** Running replays that nobody has touched since a moment. */
export const listForgotten = (ctx: Ctx, since: Date) =>
  ctx.own
    .select('webhook_replays')
    .select('webhook_id')
    .where('state', '=', 'running')
    .where('updated_at', '<', since)
    .limit(100)
    .execute()

/** The latest ten replays of a webhook with how their deliveries stand. Indexes: webhook_replays_newest, primary keys. */
export async function listReplays(ctx: Ctx, webhookId: string): Promise<Output<typeof createWebhookReplay>[]> {
  const { merchantId, environment } = ctx.owner
  const { rows } = await sql<Shown>`
    select r.replay_id, r.webhook_id as webhook_uuid, r.state, r.stopped_why, r.total, r.sent_to as sent, r.created_at, r.created_by,
      r.ended_at, stand.delivered, stand.failing
    from (
      select replay_id, webhook_id, state, stopped_why, total, sent_to, created_at, created_by, ended_at from webhook_replays
      where merchant_id = ${merchantId} and environment = ${environment} and webhook_id = ${webhookId}
      order by created_at desc limit 10
    ) r
    cross join lateral (
      select count(*) filter (where d.state = 'delivered') as delivered,
        count(*) filter (where d.state <> 'delivered' and (d.state <> 'pending' or d.attempts > 0)) as failing
      from webhook_replay_items i
      join webhook_deliveries d on d.merchant_id = ${merchantId} and d.environment = ${environment} and d.delivery_id = i.delivery_id
      where i.merchant_id = ${merchantId} and i.environment = ${environment} and i.replay_id = r.replay_id and i.place <= r.sent_to
    ) stand
    order by r.created_at desc`.execute(ctx.db)
  return rows.map((row) => ({ ...row, delivered: Number(row.delivered), failing: Number(row.failing) }))
}
type Shown = Pick<
  WebhookReplay,
  'replay_id' | 'webhook_uuid' | 'state' | 'stopped_why' | 'total' | 'sent' | 'created_by'
> & {
  created_at: Date
  ended_at: Date | null
  delivered: bigint
  failing: bigint
}
