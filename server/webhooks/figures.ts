import { sql } from 'kysely'
import type { Ctx } from '#server/kit/ctx.ts'

interface Figures {
  waiting: { count: number; since: Date | null }
  lately: { ended: number; delivered: number }
}

/**
 * The figures of each of the owner's webhooks: what waits, and how the events since a moment went. Tests are none of it. Indexes:
 * webhook_deliveries_pending, webhook_deliveries_by_webhook.
 */
export async function readFigures(ctx: Ctx, since: Date): Promise<Map<string, Figures>> {
  const { merchantId, environment } = ctx.owner
  const { rows } = await sql<Row>`
    select w.webhook_id, waiting.count, waiting.since, lately.ended, lately.delivered
    from webhooks w
    cross join lateral (
      select count(*) as count, min(one.created_at) as since from (
        select d.created_at from webhook_deliveries d
        where d.merchant_id = ${merchantId} and d.environment = ${environment} and d.webhook_id = w.webhook_id
          and d.state = 'pending' and not d.test
        order by d.seq limit 10000
      ) one
    ) waiting
    cross join lateral (
      select count(*) as ended, count(*) filter (where latest.state = 'delivered') as delivered from (
        select d.state, d.created_at, d.test from webhook_deliveries d
        where d.merchant_id = ${merchantId} and d.environment = ${environment} and d.webhook_id = w.webhook_id
        order by d.seq desc limit 2000
      ) latest
      where latest.created_at >= ${since} and latest.state <> 'pending' and not latest.test
    ) lately
    where w.merchant_id = ${merchantId} and w.environment = ${environment} and w.deleted_at is null`.execute(ctx.db)
  return new Map(
    rows.map(({ webhook_id, count, since, ended, delivered }) => [
      webhook_id,
      {
        waiting: { count: Number(count), since },
        lately: { ended: Number(ended), delivered: Number(delivered) },
      },
    ]),
  )
}
/** Those of a webhook that is too new to have any. */
export const noFigures: Figures = { waiting: { count: 0, since: null }, lately: { ended: 0, delivered: 0 } }
interface Row {
  webhook_id: string
  count: bigint
  since: Date | null
  ended: bigint
  delivered: bigint
}
