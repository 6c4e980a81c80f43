import { sql } from 'kysely'
import type { Ctx } from '#server/kit/ctx.ts'

/**
 * Records that the shopper cancels an attempt which waits for them; false when it does not wait, or they cancelled before.
 * Guarantee: one guarded update, so of many requests at once one is taken.
 */
export async function wishCancelled(ctx: Ctx, orderRef: string): Promise<boolean> {
  const wished = await ctx.own
    .update('payments')
    .set({ cancel_asked_at: ctx.now, updated_at: ctx.now })
    .where('order_ref', '=', orderRef)
    .where('status', '=', 'Pending')
    .where('cancel_asked_at', 'is', null)
    .where(sql<boolean>`method_details ? 'action'`)
    .returning('order_ref')
    .executeTakeFirst()
  return wished !== undefined
}

/** Withdraws the cancellation when the provider cannot end the payment. */
export async function forgetCancelWish(ctx: Ctx, orderRef: string): Promise<void> {
  await ctx.own
    .update('payments')
    .set({ cancel_asked_at: null, updated_at: ctx.now })
    .where('order_ref', '=', orderRef)
    .execute()
}
