import type { Ctx } from '#server/kit/ctx.ts'
import type { SubscriptionRow } from '#server/subscription-store/queries.ts'
import { actJob } from './job-data.ts'

/**
 * Has a job act on a subscription whose next moment is within the hour; those of later are planned when it is near. One that goes by a
 * test clock is acted on by that.
 */
export function actSoon(ctx: Ctx, { order_ref, next_act_at, clock_ref }: SubscriptionRow): void {
  if (!next_act_at || clock_ref !== '' || next_act_at.getTime() > ctx.now.getTime() + soonMs) return
  ctx.enqueue(actJob, { orderRef: order_ref }, next_act_at > ctx.now ? { after: next_act_at } : {})
}
/** Longer than the time between two plannings. */
export const soonMs = 3_600_000

/**
 * Has a job come again that has found its moment not come yet. Where it has by the clock of the database, which jobs start by, the clock of
 * the worker is slow: another worker, or this one a little later, takes it up within seconds. Of a moment of another hour there will be
 * another job.
 */
export async function comeAgain(ctx: Ctx, early: SubscriptionRow): Promise<void> {
  if (!early.next_act_at || early.clock_ref !== '') return
  const [database] = await ctx.tx.query<{ due: boolean }>('select $1::timestamptz <= clock_timestamp() as due', [
    early.next_act_at,
  ])
  if (database?.due) ctx.enqueue(actJob, { orderRef: early.order_ref }, { after: againSeconds })
  else actSoon(ctx, early)
}
const againSeconds = 5
