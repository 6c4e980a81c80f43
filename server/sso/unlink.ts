import { Fault } from '#contract/faults.ts'
import type { Ctx, User } from '#server/kit/ctx.ts'
import { mayManage } from '#contract/grants.ts'
import { endOtherSessions, endSessionsOf } from '#server/session-store/queries.ts'
import { unlinkIdentity } from '#server/sso-identities/identities.ts'
import { findUser } from '#server/users/queries.ts'

/** Takes one's own identity away; sessions that others may have opened by it are over. */
export async function unlinkOwn(ctx: Ctx, user: User): Promise<void> {
  ctx.auditSubject(user.subUserId)
  if (!(await unlinkIdentity(ctx, user.subUserId))) throw new Fault('notFound')
  endOtherSessions(ctx, user)
}

/** Takes another user's identity away and ends their sessions. Throws `notFound` for who has none or stands above. */
export async function unlinkUser(ctx: Ctx, user: User, subUserId: string): Promise<void> {
  ctx.auditSubject(subUserId)
  const other = await findUser(ctx, subUserId)
  if (!other || !mayManage(user.roles, other.roles)) throw new Fault('notFound', { why: 'above or absent' })
  if (!(await unlinkIdentity(ctx, subUserId))) throw new Fault('notFound')
  if (subUserId === user.subUserId) endOtherSessions(ctx, user)
  else endSessionsOf(ctx, subUserId)
}
