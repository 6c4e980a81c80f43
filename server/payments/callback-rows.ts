import type { Ctx } from '#server/kit/ctx.ts'

/**
 * Inserts a call-back's event; false when it has been received before. Guarantee: of two equal events at once, one is
 * inserted.
 */
export async function insertCallback(
  ctx: Ctx,
  event: {
    channelKey: string
    eventId: string
    orderRef: string
    /** Empty when the event is about the payment itself. */
    refundId: string
    outcome: string
    effect: 'applied' | 'ignored'
    at: Date
    body: string
  },
): Promise<boolean> {
  const inserted = await ctx.own
    .insert('provider_callbacks', {
      channel_key: event.channelKey,
      event_id: event.eventId,
      order_ref: event.orderRef,
      outcome: event.outcome,
      effect: event.effect,
      at: event.at,
      received_at: ctx.now,
      refund_id: event.refundId,
      body: event.body,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The call-backs about a payment in the order of their arrival. Index: provider_callbacks_by_payment. */
export const listCallbacks = (ctx: Ctx, orderRef: string) =>
  ctx.own
    .select('provider_callbacks')
    .select(['event_id', 'at', 'received_at', 'outcome', 'effect', 'refund_id', 'body'])
    .where('order_ref', '=', orderRef)
    .orderBy('received_at')
    .limit(100)
    .execute()
