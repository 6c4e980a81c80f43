import type * as contract from '#contract/server-payouts.ts'
import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { findPayout } from '#server/payout-store/rows.ts'
import { wirePayout } from '#server/payout-store/wire.ts'
import { cancelPayout } from '#server/payouts/cancel.ts'
import { createPayouts } from '#server/payouts/create.ts'
import { listPayouts } from '#server/payouts/list.ts'

export const serverPayoutHandlers: Handlers<typeof contract> = {
  createPayoutByServer: (ctx, { body }) => createPayouts(ctx, body),
  readPayoutStatus: async (ctx, { path }) => ({ Status: (await existing(ctx, path.ref)).status }),
  async cancelPayoutByServer(ctx, { path }) {
    await cancelPayout(ctx, path.ref, '')
    return wirePayout(ctx, await existing(ctx, path.ref))
  },
  listPayoutsByServer: (ctx, { body }) => listPayouts(ctx, body),
}

async function existing(ctx: Ctx, txnRef: string) {
  const payout = await findPayout(ctx, txnRef)
  if (!payout) throw new Fault('notFound')
  return payout
}
