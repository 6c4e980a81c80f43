import type { Input, Output } from '#contract/kit/call.ts'
import { Fault } from '#contract/faults.ts'
import type { acceptInvitation as acceptDeclaration, readInvitation as readDeclaration } from '#contract/users.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Before } from '#server/kit/handler.ts'
import { newPasswordHash } from '#server/kit/auth/new-password.ts'
import { isGoodOneTimeToken, takeOneTimeToken } from '#server/kit/auth/one-time-token.ts'
import { hashToken } from '#server/kit/auth/token.ts'
import { lockUser } from './lock-user.ts'
import { liftLock } from '#server/session-store/sign-in-failures.ts'
import { changeUser, findUser, note } from './queries.ts'

/** The user and merchant of an invitation; nothing for an invalid token. */
export async function readInvitation(ctx: Ctx, token: string): Promise<Output<typeof readDeclaration>> {
  const [found] = await ctx.tx.query<Output<typeof readDeclaration>>(
    'select merchant_name, name, email_address from find_invitation($1)',
    [hashToken(token)],
  )
  if (!found) throw new Fault('linkInvalid')
  return found
}

type Body = Input<typeof acceptDeclaration>['body']

/** Hashes the first password, which is expensive, only for a valid token. A refused password leaves the link valid. */
export async function hashFirstPassword(before: Before, { inviteToken, password }: Body): Promise<string> {
  const good = await before.transaction((tx) => isGoodOneTimeToken(tx, inviteToken, 'accept_invitation'))
  if (!good) throw new Fault('linkInvalid')
  return newPasswordHash(before.services.passwords, password, 'password')
}

/** Accepts the invitation: the user signs in with this password from now on. */
export async function acceptInvitation(ctx: Ctx, { inviteToken }: Body, passwordPhc: string): Promise<void> {
  const of = await takeOneTimeToken(ctx.tx, inviteToken, 'accept_invitation')
  if (!of) throw new Fault('linkInvalid')
  const own = await ctx.enter(of)
  await lockUser(own, of.subUserId)
  const user = await findUser(own, of.subUserId)
  // A user who has chosen a password by another link cannot set a second one by this link.
  if (!user?.invited_at) throw new Fault('linkInvalid')
  await changeUser(own, of.subUserId, { password_phc: passwordPhc, is_email_verified: true, invited_at: null })
  await liftLock(own.tx, user.email)
  note(own, of.subUserId, 'accepted', { actor: user.name })
  const actor = { kind: 'user' as const, id: of.subUserId, name: user.name }
  writeAudit(own.with({ actor }), { action: 'user.accept-invitation', objectRef: of.subUserId, result: 'done' })
}
