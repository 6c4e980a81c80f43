import { Fault } from '#contract/faults.ts'
import type { Input } from '#contract/kit/call.ts'
import { limits } from '#contract/limits.ts'
import type { createUser as declaration } from '#contract/users.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { findMerchant } from '#server/merchants/queries.ts'
import { takeAddress } from './addresses.ts'
import { expectGrantable, expectManageable, inOrder, lockUsers } from './may-change.ts'
import { changeUser, countUsers, findUser, insertUser, note } from './queries.ts'
import { sendInvitation } from './send-invitation.ts'

/** Makes a sub-user without a password, and sends them the link to choose one unless they are inactive. Returns their id. */
export async function inviteUser(ctx: Ctx, body: Input<typeof declaration>['body']): Promise<string> {
  const { name, email_address: email, phone_number: phone = '', is_active: isActive = true } = body
  const roles = inOrder(body.roles)
  expectGrantable(await lockUsers(ctx), roles)
  const merchant = await findMerchant(ctx.db, ctx.owner.merchantId)
  // An owned merchant has no users of its own: its master acts for it.
  if (merchant?.kind === 'owned') throw new Fault('wrongState')
  if ((await countUsers(ctx)) >= limits.usersPerMerchant) throw new Fault('tooMany')
  const subUserId = await insertUser(ctx, { name, email, phone, roles, isActive })
  await takeAddress(ctx, email, subUserId)
  ctx.auditSubject(subUserId, { roles: { before: '', after: roles.join() } })
  note(ctx, subUserId, 'invited', { changes: { roles: { before: '', after: roles.join() } } })
  if (isActive) await sendInvitation(ctx, { subUserId, email, name })
  return subUserId
}

/** Sends a new link to a user who has not accepted yet; the previous link becomes invalid. */
export async function inviteAgain(ctx: Ctx, subUserId: string): Promise<void> {
  const manager = await lockUsers(ctx)
  const user = await findUser(ctx, subUserId)
  if (!user) throw new Fault('notFound')
  ctx.auditSubject(subUserId)
  expectManageable(manager, user.roles)
  if (!user.is_active || !user.invited_at) throw new Fault('wrongState')
  await changeUser(ctx, subUserId, { invited_at: ctx.now })
  note(ctx, subUserId, 'invited_again')
  await sendInvitation(ctx, { subUserId, email: user.email, name: user.name })
}
