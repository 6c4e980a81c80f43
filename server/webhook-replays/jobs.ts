import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { job, type Job } from '#server/kit/jobs/jobs.ts'
import { lockWebhook } from '#server/webhooks/queries.ts'
import { findRunning, listForgotten } from './queries.ts'
import { stepReplay } from './step.ts'

const data = z.object({ merchantId: z.uuid(), environment, webhookId: z.uuid() })
type ReplayJob = z.output<typeof data>

/** One second of a webhook's replay; it makes its own next job. */
export const runWebhookReplay: Job<ReplayJob> = job({
  name: 'run-webhook-replay',
  data,
  overdue: {
    key: 'webhookId',
    list: async (ctx, since) => (await listForgotten(ctx, since)).map(({ webhook_id: webhookId }) => ({ webhookId })),
  },
  async work(ctx, { webhookId }) {
    const webhook = await lockWebhook(ctx, webhookId)
    const replay = webhook && (await findRunning(ctx, webhookId))
    if (!webhook || !replay) return
    if (await stepReplay(ctx, webhook, replay)) ctx.enqueue(runWebhookReplay, { webhookId }, { after: 1 })
  },
})
