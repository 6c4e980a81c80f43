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

/**
 * How late the call-backs of a stretch came, by channel: of half of them, and of 95 in 100, at most so many seconds after the
 * provider's own time of the event. Those without such a time, which have that of their arrival, do not count. Index:
 * provider_callbacks_newest.
 */
export const delaysOf = (ctx: Ctx, { from, to }: { from: Date; to: Date }) =>
  ctx.tx.query<{ channel_key: string; callbacks: number; half: number; most: number }>(
    `select channel_key, count(*)::int as callbacks, percentile_disc(0.5) within group (order by seconds) as half,
       percentile_disc(0.95) within group (order by seconds) as most
     from (
       select channel_key, greatest(extract(epoch from received_at - at), 0)::float8 as seconds from provider_callbacks
       where merchant_id = $1 and environment = $2 and received_at >= $3 and received_at < $4 and at <> received_at
     ) late group by channel_key`,
    [ctx.owner.merchantId, ctx.owner.environment, from, to],
  )
