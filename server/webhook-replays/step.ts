import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { countUntried, sendAgain, takeBack } from '#server/webhooks/replayed.ts'
import type { LockedWebhook } from '#server/webhooks/queries.ts'
import { changeReplay, listItems, type Running } from './queries.ts'

/**
 * One second of a replay whose webhook is locked: sends the next deliveries again, or ends it. Returns whether it goes on.
 *
 * They wait for a place behind what is new, and those of one object for each other, as all deliveries do. No more are sent while many
 * have not been tried once, so that a slow receiver has no long line of them.
 */
export async function stepReplay(ctx: Ctx, webhook: LockedWebhook, replay: Running): Promise<boolean> {
  const why = whyStopped(ctx, webhook, replay)
  if (why !== null) {
    await stopReplay(ctx, webhook, replay, why)
    return false
  }
  const untried = await countUntried(ctx, replay.replay_id)
  const room = Math.min(limits.webhookReplaysPerSecond, limits.webhookReplayWaiting - untried)
  const items = room > 0 ? await listItems(ctx, replay, room) : []
  const last = items.at(-1)
  if (last) {
    await sendAgain(
      ctx,
      webhook,
      replay.replay_id,
      items.map(({ delivery_id }) => delivery_id),
    )
    await changeReplay(ctx, replay.replay_id, { sent_to: last.place })
    return true
  }
  if (replay.sent_to < replay.total || untried > 0) {
    await changeReplay(ctx, replay.replay_id, {})
    return true
  }
  await changeReplay(ctx, replay.replay_id, { state: 'done', ended_at: ctx.now })
  return false
}

/** Stops a replay. What was not tried since is as it was before. */
export async function stopReplay(
  ctx: Ctx,
  webhook: LockedWebhook,
  { replay_id }: Running,
  why: 'user' | 'off' | 'failing',
): Promise<void> {
  await changeReplay(ctx, replay_id, { state: 'stopped', stopped_why: why, ended_at: ctx.now })
  await takeBack(ctx, webhook, replay_id)
}

function whyStopped(ctx: Ctx, webhook: LockedWebhook, { created_at }: Running): 'off' | 'failing' | null {
  if (!webhook.enabled || webhook.deleted_at) return 'off'
  if (!webhook.failing_since) return null
  const since = Math.max(webhook.failing_since.getTime(), created_at.getTime())
  return ctx.now.getTime() - since >= limits.webhookReplayFailingMinutes * 60_000 ? 'failing' : null
}
