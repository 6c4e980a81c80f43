import type * as contract from '#contract/webhook-log.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { resendDelivery } from '#server/webhooks/resend.ts'
import { exportedDeliveries, listDeliveries } from './list.ts'
import { sendTest } from './send-test.ts'
import { existingDelivery, wholeDelivery } from './whole.ts'

export const handlers: Handlers<typeof contract> = {
  listWebhookLog: (ctx, { body }) => listDeliveries(ctx, body),

  exportWebhookLog: (ctx, { body }) => exportedDeliveries(ctx, body),

  readWebhookDelivery: (ctx, { path }) => wholeDelivery(ctx, path.delivery_id),

  async resendWebhookDelivery(ctx, { path }) {
    const delivery = await existingDelivery(ctx, path.delivery_id)
    ctx.auditSubject(delivery.webhook.webhook_id, madeAs({ delivery: path.delivery_id, object: delivery.object_ref }))
    await resendDelivery(ctx, delivery)
    return wholeDelivery(ctx, path.delivery_id)
  },

  async testWebhook(ctx, { path }) {
    const deliveryId = await sendTest(ctx, path.uuid)
    ctx.auditSubject(path.uuid, madeAs({ delivery: deliveryId }))
    return { delivery_id: deliveryId }
  },
}
