import type * as contract from '#contract/subscriptions.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { cancelSubscription } from './cancel.ts'
import { createSubscription } from './create.ts'
import { createDeduction } from './deduct.ts'
import { exportedSubscriptions, listPriceSubscriptions, listSubscriptions } from './list.ts'
import { readSubscriptionMetrics } from './metrics.ts'
import { listSubscriptionPayments } from './payments.ts'
import { previewSubscription } from './preview.ts'
import { triggerNext } from './trigger.ts'
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

  async cancelSubscription(ctx, { path, body }) {
    await cancelSubscription(ctx, path.ref, body)
    return wholeSubscription(ctx, path.ref)
  },
  async cancelSubscriptionByServer(ctx, { path, body }) {
    await cancelSubscription(ctx, path.ref, body)
    return atTop(ctx, path.ref)
  },

  createDeduction: (ctx, { body }) => createDeduction(ctx, body),
  async createDeductionByServer(ctx, { body }) {
    const content = await createDeduction(ctx, body)
    const { order_ref, merchant_order_ref, status } = content
    return { content, is_success: true, order_ref, merchant_order_ref, status }
  },

  async triggerNextDeduction(ctx, { body }) {
    await triggerNext(ctx, body.subscription_order_ref)
    return atTop(ctx, body.subscription_order_ref)
  },

  readSubscriptionMetrics: (ctx, { query }) => readSubscriptionMetrics(ctx, query.days ?? 30),
}

/** The subscription with what merchants' servers read at the top of its answer. */
async function atTop(ctx: Ctx, orderRef: string) {
  const content = await wholeSubscription(ctx, orderRef)
  const { order_ref, merchant_order_ref, link: subscription_link } = content
  return { content, is_success: true as const, order_ref, merchant_order_ref, subscription_link }
}
