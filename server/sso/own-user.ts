import { Fault } from '#contract/faults.ts'
import type { Ctx, User } from '#server/kit/ctx.ts'

/** How a business signs in is its own people's to say, never its master's. */
export function ownUser(ctx: Ctx): User {
  if (!ctx.user) throw new Fault('sessionLost')
  if (ctx.owner.merchantId !== ctx.user.merchantId) throw new Fault('notFound', { why: 'not the merchant itself' })
  return ctx.user
}
