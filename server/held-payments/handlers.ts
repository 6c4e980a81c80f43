import type * as contract from '#contract/held-payments.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { wholePayment } from '#server/payments/whole.ts'
import { acceptHeld } from './accept.ts'
import { refundHeld } from './refund.ts'

export const handlers: Handlers<typeof contract> = {
  async acceptHeldPayment(ctx, { path, body }) {
    await acceptHeld(ctx, path.order_ref, body)
    return wholePayment(ctx, path.order_ref)
  },

  async refundHeldPayment(ctx, { path, body }) {
    await refundHeld(ctx, path.order_ref, body)
    return wholePayment(ctx, path.order_ref)
  },
}
