import type * as contract from '#contract/payouts.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { cancelPayout } from './cancel.ts'
import { createPayouts } from './create.ts'
import { editPayout } from './edit.ts'
import { exportedPayouts, listPayouts } from './list.ts'
import { payAgain } from './pay-again.ts'
import { quotePayout } from './quote.ts'
import { readPayout } from './read.ts'
import { liftStop, listStops } from './stops.ts'

export const payoutHandlers: Handlers<typeof contract> = {
  listPayouts: (ctx, { body }) => listPayouts(ctx, body),
  exportPayouts: exportedPayouts,
  readPayout: (ctx, { path }) => readPayout(ctx, path.ref),
  createPayout: (ctx, { body }) => createPayouts(ctx, body),
  editPayout: (ctx, { body }) => editPayout(ctx, body),
  async cancelPayout(ctx, { path, body }) {
    await cancelPayout(ctx, path.ref, body.reason ?? '')
    return readPayout(ctx, path.ref)
  },
  payPayoutAgain: (ctx, { path }) => payAgain(ctx, path.ref),
  quotePayout: (ctx, { body }) => quotePayout(ctx, body),
  listPayoutStops: (ctx) => listStops(ctx),
  liftPayoutStop: (ctx, { path, body }) => liftStop(ctx, path.channel_key, body.reason),
}
