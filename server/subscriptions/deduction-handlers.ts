import type * as contract from '#contract/subscription-deductions.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { atTop } from './at-top.ts'
import { createDeduction } from './deduct.ts'
import { triggerNext } from './trigger.ts'

export const deductionHandlers: Handlers<typeof contract> = {
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
}
