import type { Ctx } from '#server/kit/ctx.ts'
import { settlePayment } from './jobs.ts'

/** Queues an extra poll of a pending payment at its provider, at most every three seconds. */
export async function nudgePayment(ctx: Ctx, orderRef: string): Promise<void> {
  if (await mayNudge(ctx, orderRef)) ctx.enqueue(settlePayment, { orderRef, asks: 0, nudge: true })
}

/** Whether an extra poll is due, at most every three seconds; records it. */
async function mayNudge(ctx: Ctx, orderRef: string): Promise<boolean> {
  const nudged = await ctx.own
    .update('payments')
    .set({ nudged_at: ctx.now })
    .where('order_ref', '=', orderRef)
    .where('status', '=', 'Pending')
    .where((where) =>
      where.or([where('nudged_at', 'is', null), where('nudged_at', '<', new Date(ctx.now.getTime() - 3_000))]),
    )
    .returning('order_ref')
    .executeTakeFirst()
  return nudged !== undefined
}
