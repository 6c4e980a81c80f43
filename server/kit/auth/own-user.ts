import { Fault } from '#contract/faults.ts'
import type { Ctx, User } from '#server/kit/ctx.ts'

/** The signed-in user. Throws `sessionLost` for a request without one. */
export function userOf({ user }: Pick<Ctx, 'user'>): User {
  if (!user) throw new Fault('sessionLost')
  return user
}

/** The id of the user who acts. Throws `sessionLost` for an act of nobody who could be asked about it. */
export function actingUser({ actor }: Pick<Ctx, 'actor'>): string {
  if (actor.kind !== 'user' || actor.id === null) throw new Fault('sessionLost')
  return actor.id
}

/**
 * The signed-in user, for calls about a user's own things. Throws `notFound` when the request names another merchant, also
 * for its master.
 */
export function ownUser({ user, owner }: Pick<Ctx, 'user' | 'owner'>): User {
  const own = userOf({ user })
  if (owner.merchantId !== own.merchantId) throw new Fault('notFound')
  return own
}

/** The signed-in user with the context of their own merchant, whichever merchant the request names. */
export async function asUser(ctx: Ctx): Promise<{ user: User; own: Ctx }> {
  const user = userOf(ctx)
  const { merchantId, environment } = user
  return { user, own: ctx.owner.merchantId === merchantId ? ctx : await ctx.enter({ merchantId, environment }) }
}
