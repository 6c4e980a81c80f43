import { Fault, fieldFault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { createAllowance } from '#server/kit/allowance.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { voidOneTimeTokens } from '#server/kit/one-time-token.ts'
import { sendMessage } from '#server/messages/send.ts'
import { sendVerifyLink } from '#server/registration/verify-link.ts'
import { endSessionsOf } from '#server/session/queries.ts'
import { forgetAllOf } from '#server/session/remembered.ts'
import { addressChangedMail } from './mails.ts'
import { claimLogin, hasAddress, type UserRow } from './queries.ts'
import { sendInvitation } from './send-invitation.ts'

/**
 * Makes this the address that a user signs in by, or refuses it at its field. Of an address that signs in elsewhere, only
 * that is said; and not often, so that nobody finds out who is registered by trying.
 */
export async function takeAddress(ctx: Ctx, email: string, subUserId: string): Promise<void> {
  const who = ctx.user?.merchantId ?? ctx.owner.merchantId
  if (!refusals.has(who, ctx.now)) throw new Fault('tooFast')
  if (await hasAddress(ctx, email, { but: subUserId }))
    throw fieldFault('duplicateName', 'email_address', 'address_yours', 'One of your users has this address.')
  if (await claimLogin(ctx, email, subUserId)) return
  refusals.take(who, ctx.now)
  throw fieldFault('duplicateName', 'email_address', 'address_taken', 'This address cannot be used here.')
}
const refusals = createAllowance({ most: limits.takenAddressesPerHour, windowMs: 3_600_000 })

/**
 * What goes with another address: links that the old mailbox holds are void, the sessions are over, and the new one has to
 * be confirmed, by the invitation where that is still out. The old address is told.
 */
export async function moveAddress(ctx: Ctx, before: UserRow, email: string): Promise<void> {
  const subUserId = before.sub_user_id
  await takeAddress(ctx, email, subUserId)
  await voidOneTimeTokens(ctx, subUserId)
  if (before.invited_at) return sendInvitation(ctx, { subUserId, email, name: before.name })
  await endSessionsOf(ctx, subUserId)
  await forgetAllOf(ctx, subUserId)
  await sendVerifyLink(ctx, { subUserId, email }, ctx.client.language)
  const mail = addressChangedMail[ctx.client.language](ctx.actor.name)
  await sendMessage(ctx, { way: 'email', to: before.email, ...mail, about: { type: 'sub_user', ref: subUserId } })
}
