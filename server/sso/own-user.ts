import { Fault } from '#contract/faults.ts'
import type { Ctx, User } from '#server/kit/ctx.ts'

/** The session's user, if they belong to the merchant: a master may not change how a merchant's users sign in. */
export function ownUser(ctx: Ctx): User {
  if (!ctx.user) throw new Fault('sessionLost')
  if (ctx.owner.merchantId !== ctx.user.merchantId) throw new Fault('notFound', { why: 'not the merchant itself' })
  return ctx.user
}
