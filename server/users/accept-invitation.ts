import type { Input, Output } from '#contract/kit/call.ts'
import { Fault } from '#contract/faults.ts'
import type { acceptInvitation as acceptDeclaration, readInvitation as readDeclaration } from '#contract/users.ts'
import { writeAudit } from '#server/kit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Before } from '#server/kit/handler.ts'
import { newPasswordHash } from '#server/kit/new-password.ts'
import { isGoodOneTimeToken, takeOneTimeToken } from '#server/kit/one-time-token.ts'
import { hashToken } from '#server/kit/token.ts'
import { lockUser } from '#server/password-reset/queries.ts'
import { liftLock } from '#server/session/prove-password.ts'
import { changeUser, findUser, note } from './queries.ts'

/** Whom an invitation is for and where it leads; nothing for a token that would not be taken. */
export async function readInvitation(ctx: Ctx, token: string): Promise<Output<typeof readDeclaration>> {
  const [found] = await ctx.tx.query<Output<typeof readDeclaration>>(
    'select merchant_name, name, email_address from find_invitation($1)',
    [hashToken(token)],
  )
  if (!found) throw new Fault('linkInvalid')
  return found
}

type Body = Input<typeof acceptDeclaration>['body']

/** Hashing is dear: not for a token that cannot be right. A password that will not do leaves the link good. */
export async function hashFirstPassword(before: Before, { inviteToken, password }: Body): Promise<string> {
  const good = await before.transaction((tx) => isGoodOneTimeToken(tx, inviteToken, 'accept_invitation'))
  if (!good) throw new Fault('linkInvalid')
  return newPasswordHash(before.house.passwords, password, 'password')
}

/** Takes the invitation: from here on they sign in with this password. */
export async function acceptInvitation(ctx: Ctx, { inviteToken }: Body, passwordPhc: string): Promise<void> {
  const of = await takeOneTimeToken(ctx.tx, inviteToken, 'accept_invitation')
  if (!of) throw new Fault('linkInvalid')
  const own = await ctx.enter(of)
  await lockUser(own, of.subUserId)
  const user = await findUser(own, of.subUserId)
  // Who has chosen a password by another link is not given a second one by this.
  if (!user?.invited_at) throw new Fault('linkInvalid')
  await changeUser(own, of.subUserId, { password_phc: passwordPhc, is_email_verified: true, invited_at: null })
  await liftLock(own.tx, user.email)
  note(own, of.subUserId, 'accepted', { actor: user.name })
  const actor = { kind: 'user' as const, id: of.subUserId, name: user.name }
  writeAudit({ ...own, actor }, { action: 'user.accept-invitation', objectRef: of.subUserId, result: 'done' })
}
