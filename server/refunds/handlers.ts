import type * as contract from '#contract/refunds.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { createRefund } from './create.ts'
import { readRefunds } from './read.ts'
import { setRefundStatus } from './set-status.ts'

export const refundHandlers: Handlers<typeof contract> = {
  createRefund: (ctx, { path, body }) => createRefund(ctx, path.order_ref, body),
  readRefunds: (ctx, { path }) => readRefunds(ctx, path.id),
  setRefundStatus: (ctx, { body }) => setRefundStatus(ctx, body),
}
