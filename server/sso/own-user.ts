import { Fault } from '#contract/faults.ts'
import { userOf } from '#server/kit/auth/own-user.ts'
import type { Ctx, User } from '#server/kit/ctx.ts'

/**
 * The signed-in user, if they belong to the merchant: a master may not change how a merchant's users sign in. A try is
 * recorded in the audit log.
 */
export function ownUser(ctx: Ctx): User {
  const user = userOf(ctx)
  if (ctx.owner.merchantId !== user.merchantId) throw new Fault('notFound', { why: 'not the merchant itself' })
  return user
}
