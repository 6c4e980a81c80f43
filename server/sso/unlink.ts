import { Fault } from '#contract/faults.ts'
import type { Ctx, User } from '#server/kit/ctx.ts'
import { mayManage } from '#contract/grants.ts'
import { endOtherSessions, endSessionsOf } from '#server/session-store/queries.ts'
import { unlinkIdentity } from '#server/sso-identities/identities.ts'
import { findUser } from '#server/users/queries.ts'

/** Removes the user's own identity, and ends their other sessions, which somebody else may have opened by it. */
export async function unlinkOwn(ctx: Ctx, user: User): Promise<void> {
  ctx.auditSubject(user.subUserId)
  if (!(await unlinkIdentity(ctx, user.subUserId))) throw new Fault('notFound')
  endOtherSessions(ctx, user, 'sso_changed')
}

/** Removes another user's identity and ends their sessions. Throws `notFound` for a user of higher rank or without one. */
export async function unlinkUser(ctx: Ctx, user: User, subUserId: string): Promise<void> {
  ctx.auditSubject(subUserId)
  const other = await findUser(ctx, subUserId)
  if (!other || !mayManage(user.roles, other.roles)) throw new Fault('notFound', { why: 'above or absent' })
  if (!(await unlinkIdentity(ctx, subUserId))) throw new Fault('notFound')
  if (subUserId === user.subUserId) endOtherSessions(ctx, user, 'sso_changed')
  else endSessionsOf(ctx, subUserId, 'sso_changed')
}
