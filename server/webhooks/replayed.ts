import { sql } from 'kysely'
import type { Ctx } from '#server/kit/ctx.ts'
import { queueWaiting } from './deliver.ts'
import type { LockedWebhook } from './queries.ts'

/** Deliveries of a replay that wait for their first attempt, but for those that wait for their order. Index: webhook_deliveries_of_replay. */
export async function countUntried(ctx: Ctx, replayId: string): Promise<number> {
  const { count } = await ctx.own
    .select('webhook_deliveries')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('replay_id', '=', replayId)
    .where('state', '=', 'pending')
    .where('attempts', '=', 0)
    .where(sql<boolean>`waits_for is distinct from 'order'`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Makes deliveries of a locked webhook pending again, behind what is new. What is pending already stays as it is. */
export async function sendAgain(ctx: Ctx, webhook: LockedWebhook, replayId: string, ids: readonly string[]) {
  await ctx.own
    .update('webhook_deliveries')
    .set({
      state: 'pending',
      attempts: 0,
      first_attempt_at: null,
      next_attempt_at: null,
      claimed_until: null,
      waits_for: 'place',
      replay_id: replayId,
      fence: sql`fence + 1`,
    })
    .where('delivery_id', 'in', ids)
    .where('state', '<>', 'pending')
    .execute()
  await queueWaiting(ctx, webhook)
}

/**
 * Gives the deliveries of a replay that were not tried since the state that they had before. What waited for their order waits for a
 * place instead.
 */
export async function takeBack(ctx: Ctx, webhook: LockedWebhook, replayId: string): Promise<void> {
  const { merchantId, environment } = ctx.owner
  await sql`
    update webhook_deliveries d
    set state = i.was, next_attempt_at = null, waits_for = null, replay_id = null, fence = d.fence + 1
    from webhook_replay_items i
    where i.merchant_id = ${merchantId} and i.environment = ${environment} and i.replay_id = ${replayId}
      and d.merchant_id = ${merchantId} and d.environment = ${environment} and d.delivery_id = i.delivery_id
      and d.replay_id = ${replayId} and d.state = 'pending' and d.attempts = 0 and d.claimed_until is null`.execute(
    ctx.db,
  )
  await ctx.own
    .update('webhook_deliveries')
    .set({ waits_for: 'place' })
    .where('webhook_id', '=', webhook.webhook_id)
    .where('state', '=', 'pending')
    .where('waits_for', '=', 'order')
    .execute()
  await queueWaiting(ctx, webhook)
}
