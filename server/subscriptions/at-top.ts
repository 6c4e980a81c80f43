import type { Ctx } from '#server/kit/ctx.ts'
import { wholeSubscription } from './whole.ts'

/** The subscription with what merchants' servers read at the top of its answer. */
export async function atTop(ctx: Ctx, orderRef: string) {
  const content = await wholeSubscription(ctx, orderRef)
  const { order_ref, merchant_order_ref, link: subscription_link } = content
  return { content, is_success: true as const, order_ref, merchant_order_ref, subscription_link }
}
