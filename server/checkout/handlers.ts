import type * as contract from '#contract/checkout.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { cancelAttempt } from './cancel-attempt.ts'
import { newAttempt, readAttempt } from './read-attempt.ts'
import { startAttempt } from './start-attempt.ts'

export const checkoutHandlers: Handlers<typeof contract> = {
  startAttempt: async (ctx, { path, body }) => newAttempt(await startAttempt(ctx, path.ref, body)),

  readAttempt: (ctx, { path }) => readAttempt(ctx, path.ref, path.order_ref),

  async cancelAttempt(ctx, { path }) {
    await cancelAttempt(ctx, path.ref, path.order_ref)
    return readAttempt(ctx, path.ref, path.order_ref)
  },
}
