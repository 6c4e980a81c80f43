import type * as contract from '#contract/subscriptions.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { existingSubscription } from '#server/subscription-store/queries.ts'
import { readWebhookDeliveries } from '#server/webhooks/history.ts'
import { atTop } from './at-top.ts'
import { cancelSubscription } from './cancel.ts'
import { createSubscription } from './create.ts'
import { exportedSubscriptions, listPriceSubscriptions, listSubscriptions } from './list.ts'
import { readSubscriptionMetrics } from './metrics.ts'
import { listSubscriptionPayments } from './payments.ts'
import { previewSubscription } from './preview.ts'
import { wholeSubscription } from './whole.ts'

export const handlers: Handlers<typeof contract> = {
  createSubscription: async (ctx, { body }) => wholeSubscription(ctx, (await createSubscription(ctx, body)).order_ref),
  createSubscriptionByServer: async (ctx, { body }) => atTop(ctx, (await createSubscription(ctx, body)).order_ref),

  previewSubscription: (ctx, { body }) => previewSubscription(ctx, body),

  listSubscriptions: (ctx, { body }) => listSubscriptions(ctx, body),
  listPriceSubscriptions: (ctx, { body }) => listPriceSubscriptions(ctx, body),

  exportSubscriptions: exportedSubscriptions,

  readSubscription: (ctx, { path }) => wholeSubscription(ctx, path.ref),
  readSubscriptionByServer: (ctx, { path }) => atTop(ctx, path.ref),

  listSubscriptionPayments: (ctx, { path }) => listSubscriptionPayments(ctx, path.ref),
  listSubscriptionPaymentsByServer: (ctx, { path }) => listSubscriptionPayments(ctx, path.ref),

  async readSubscriptionWebhooks(ctx, { path }) {
    const { order_ref } = await existingSubscription(ctx, path.ref)
    return readWebhookDeliveries(ctx, [order_ref])
  },

  async cancelSubscription(ctx, { path, body }) {
    await cancelSubscription(ctx, path.ref, body)
    return wholeSubscription(ctx, path.ref)
  },
  async cancelSubscriptionByServer(ctx, { path, body }) {
    await cancelSubscription(ctx, path.ref, body)
    return atTop(ctx, path.ref)
  },

  readSubscriptionMetrics: (ctx, { query }) => readSubscriptionMetrics(ctx, query.days ?? 30),
}
