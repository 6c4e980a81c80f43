import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { paymentBody } from '#server/payments/publish-webhook.ts'
import { insertEvent, insertWebhook } from '#server/webhooks/queries.ts'
import { signingSecrets } from '#server/webhooks/secret.ts'

const most = 40

/**
 * Makes a webhook with its deliveries of the newest payments of the past, as a merchant's server would have received them. The
 * webhook is switched off, since its address does not exist.
 */
export async function seedDeliveries(ctx: Ctx): Promise<void> {
  const { merchantId, environment } = ctx.owner
  const payments = await ctx.tx.query<{ order_ref: string; updated_at: Date }>(
    `select order_ref, updated_at from payments where merchant_id = $1 and environment = $2
     order by created_at desc, order_ref desc limit $3`,
    [merchantId, environment, most],
  )
  if (payments.length === 0) return
  await signingSecrets(ctx)
  const name = 'Shop, until its move'
  const url = 'https://shop.example/hooks/payments'
  const webhookId = insertWebhook(ctx, { name, url, type: 'payment', enabled: false })
  for (const [nth, { order_ref: orderRef, updated_at: at }] of payments.toReversed().entries()) {
    const deliveryId = newId()
    const then = ctx.with({ now: at })
    const body = JSON.stringify(await paymentBody(then, orderRef))
    insertEvent(then, { eventId: newId(), type: 'payment', objectRef: orderRef, body, deliveries: [{ webhookId, deliveryId, name, url }] }) // prettier-ignore
    await end(then, deliveryId, nth)
  }
}

/** Most were taken at once; now and then the shop was busy, and took it five seconds later. */
async function end(ctx: Ctx, deliveryId: string, nth: number): Promise<void> {
  const tries = nth % 9 === 4 ? [503, 200] : [200]
  for (const [place, status] of tries.entries())
    ctx.write(
      ctx.own.insert('webhook_attempts', {
        delivery_id: deliveryId,
        attempt_id: newId(),
        at: new Date(ctx.now.getTime() + 400 + place * 5_000),
        status,
        fault: '',
        duration_ms: 80 + ((nth * 37) % 240),
        response: status === 200 ? 'ok' : 'busy',
        url: 'https://shop.example/hooks/payments',
        request_headers: JSON.stringify({
          'content-type': 'application/json',
          'user-agent': 'Countinghouse-Webhooks/1',
        }),
        response_headers: JSON.stringify({
          'content-type': 'text/plain',
          ...(status === 503 && { 'retry-after': '5' }),
        }),
        ...(place === 0 && { name_ms: 3, connect_ms: 17, tls_ms: 29 }),
        first_byte_ms: 70 + ((nth * 37) % 240),
      }),
    )
  ctx.write(
    ctx.own
      .update('webhook_deliveries')
      .set({
        state: 'delivered',
        attempts: tries.length,
        last_status: 200,
        first_attempt_at: ctx.now,
        next_attempt_at: null,
      })
      .where('delivery_id', '=', deliveryId),
  )
}
