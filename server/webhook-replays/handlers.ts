import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type * as contract from '#contract/webhook-replays.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { findWebhook, lockWebhook } from '#server/webhooks/queries.ts'
import { runWebhookReplay } from './jobs.ts'
import { findRunning, insertReplay, listChosen, listFirst, listReplays } from './queries.ts'
import { stopReplay } from './step.ts'

export const handlers: Handlers<typeof contract> = {
  async previewWebhookReplay(ctx, { path, body }) {
    await existing(ctx, path.uuid)
    const [chosen, first] = await Promise.all([listChosen(ctx, path.uuid, body), listFirst(ctx, path.uuid, body)])
    return { count: chosen.length, most: limits.webhookReplayMost, first }
  },

  async createWebhookReplay(ctx, { path, body }) {
    const webhook = await locked(ctx, path.uuid)
    if (!webhook.enabled) throw new Fault('wrongState')
    if (await findRunning(ctx, path.uuid)) throw new Fault('inProgress')
    const chosen = await listChosen(ctx, path.uuid, body)
    if (chosen.length > limits.webhookReplayMost) throw new Fault('tooMany')
    if (chosen.length === 0) throw new Fault('nothingToReplay')
    const replayId = newId()
    const replay = { replay_id: replayId, webhook_id: path.uuid, total: chosen.length, created_by: ctx.actor.name }
    await insertReplay(ctx, replay, chosen)
    ctx.enqueue(runWebhookReplay, { webhookId: path.uuid })
    const { from, to, states, type = '' } = body
    const which = { from: from.toISOString(), to: to.toISOString(), states: states.join(', '), type }
    ctx.auditSubject(path.uuid, madeAs({ deliveries: chosen.length, ...which }))
    return replayOf(ctx, path.uuid, replayId)
  },

  async listWebhookReplays(ctx, { path }) {
    await existing(ctx, path.uuid)
    return listReplays(ctx, path.uuid)
  },

  async stopWebhookReplay(ctx, { path }) {
    const webhook = await locked(ctx, path.uuid)
    const replay = await findRunning(ctx, path.uuid)
    if (!replay) throw new Fault('wrongState')
    await stopReplay(ctx, webhook, replay, 'user')
    const stopped = await replayOf(ctx, path.uuid, replay.replay_id)
    ctx.auditSubject(path.uuid, madeAs({ sent: stopped.sent, of: stopped.total }))
    return stopped
  },
}

async function existing(ctx: Ctx, webhookId: string): Promise<void> {
  if (!(await findWebhook(ctx, webhookId))) throw new Fault('notFound')
}

async function locked(ctx: Ctx, webhookId: string) {
  const webhook = await lockWebhook(ctx, webhookId)
  if (!webhook || webhook.deleted_at) throw new Fault('notFound')
  return webhook
}

async function replayOf(ctx: Ctx, webhookId: string, replayId: string) {
  const replay = (await listReplays(ctx, webhookId)).find(({ replay_id }) => replay_id === replayId)
  if (!replay) throw new Error(`no replay ${replayId}`)
  return replay
}
