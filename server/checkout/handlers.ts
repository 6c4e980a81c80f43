import type * as contract from '#contract/checkout.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { payableOf } from '#server/payables/payable.ts'
import { cancelAttempt } from './cancel-attempt.ts'
import { newAttempt, readAttempt } from './read-attempt.ts'
import { startAttempt } from './start-attempt.ts'

export const checkoutHandlers: Handlers<typeof contract> = {
  startAttempt: async (ctx, { body }) => newAttempt(await startAttempt(ctx, payableIn(ctx), body)),

  readAttempt: (ctx, { path }) => readAttempt(ctx, payableIn(ctx), path.order_ref),

  async noteOpening(ctx) {
    const { kind, ref } = payableIn(ctx)
    await payableOf(ctx, kind).noteFirstOpening?.(ctx, ref)
  },

  async cancelAttempt(ctx, { path }) {
    await cancelAttempt(ctx, path.ref, path.order_ref)
    return readAttempt(ctx, payableIn(ctx), path.order_ref)
  },
}

function payableIn({ payable }: Ctx) {
  if (!payable) throw new Error("a shopper's call without a payable")
  return payable
}
