import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { job, type Job } from '#server/kit/jobs/jobs.ts'

const data = z.object({ merchantId: z.uuid(), environment, before: z.string() })
type PruneJob = z.output<typeof data>

/** Deletes a few of the events that are older than {@link limits.webhookLogDays} with their deliveries, and goes on until none is left. */
export const pruneWebhookLog: Job<PruneJob> = job({
  name: 'prune-webhook-log',
  data,
  overdue: {
    key: 'before',
    async list(ctx) {
      return (await oldEvents(ctx, 1)).length > 0 ? [{ before: oldestKept(ctx).toISOString().slice(0, 13) }] : []
    },
  },
  async work(ctx, { before }) {
    const events = await oldEvents(ctx, atOnce)
    if (events.length === 0) return
    const deliveries = await ctx.own
      .select('webhook_deliveries')
      .select('delivery_id')
      .where('event_id', 'in', events)
      .execute()
    const ids = deliveries.map(({ delivery_id }) => delivery_id)
    if (ids.length > 0) {
      await ctx.own.delete('webhook_attempts').where('delivery_id', 'in', ids).execute()
      await ctx.own.delete('webhook_deliveries').where('delivery_id', 'in', ids).execute()
    }
    await ctx.own.delete('webhook_events').where('event_id', 'in', events).execute()
    if (events.length === atOnce) ctx.enqueue(pruneWebhookLog, { before })
  },
})
const atOnce = 200

/** Events that are old and of which no delivery is under way. Index: webhook_events_by_time. */
async function oldEvents(ctx: Ctx, most: number): Promise<string[]> {
  const rows = await ctx.own
    .select('webhook_events')
    .select('event_id')
    .where('created_at', '<', oldestKept(ctx))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_deliveries')
            .select('webhook_deliveries.delivery_id')
            .where('webhook_deliveries.merchant_id', '=', ctx.owner.merchantId)
            .where('webhook_deliveries.environment', '=', ctx.owner.environment)
            .whereRef('webhook_deliveries.event_id', '=', 'webhook_events.event_id')
            .where('webhook_deliveries.state', '=', 'pending'),
        ),
      ),
    )
    .orderBy('created_at')
    .limit(most)
    .execute()
  return rows.map(({ event_id }) => event_id)
}
const oldestKept = (ctx: Ctx) => new Date(ctx.now.getTime() - limits.webhookLogDays * 86_400_000)
