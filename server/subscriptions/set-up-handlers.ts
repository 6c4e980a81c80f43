import type * as contract from '#contract/subscription-set-up.ts'
import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { readSetUp, startSetUp } from './set-up.ts'

export const setUpHandlers: Handlers<typeof contract> = {
  startSetUp: (ctx, { body }) => startSetUp(ctx, subscriptionIn(ctx), body),
  readSetUp: (ctx, { path }) => readSetUp(ctx, subscriptionIn(ctx), path.mandate_ref),
}

/** The subscription whose page it is. Another kind of payable has no set-up: for it there is nothing here. */
function subscriptionIn({ payable }: Ctx): string {
  if (payable?.kind !== 'subscription') throw new Fault('notFound')
  return payable.ref
}
