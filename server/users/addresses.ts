import { Fault, fieldFault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { createRateLimit } from '#server/kit/http/rate-limit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { voidOneTimeTokens } from '#server/kit/auth/one-time-token.ts'
import { languageOfUser } from '#server/merchant-store/languages.ts'
import { sendMessage } from '#server/messages/send.ts'
import { sendVerifyLink } from '#server/registration/verify-link.ts'
import { endSessionsOf } from '#server/session-store/queries.ts'
import { forgetAllOf } from '#server/session-store/remembered.ts'
import { addressChangedMail } from './mails.ts'
import { claimLogin, hasAddress, type UserRow } from './queries.ts'
import { sendInvitation } from './send-invitation.ts'

/**
 * Sets the address that a user signs in by, or refuses it at its field. The error for an address in use elsewhere says no
 * more than that, and such tries are limited, so that registered addresses cannot be enumerated.
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
const refusals = createRateLimit({ most: limits.takenAddressesPerHour, windowMs: 3_600_000 })

/**
 * The consequences of a changed address: links sent to the old mailbox become invalid, the sessions end, and the new address
 * has to be confirmed, by the invitation where it is still pending. The old address gets a mail.
 */
export async function moveAddress(ctx: Ctx, before: UserRow, email: string): Promise<void> {
  const subUserId = before.sub_user_id
  await takeAddress(ctx, email, subUserId)
  await voidOneTimeTokens(ctx, subUserId)
  if (before.invited_at) return sendInvitation(ctx, { subUserId, email, name: before.name })
  endSessionsOf(ctx, subUserId, 'address_changed')
  forgetAllOf(ctx, subUserId)
  const language = await languageOfUser(ctx, subUserId)
  await sendVerifyLink(ctx, { subUserId, email }, language)
  const mail = addressChangedMail(language, ctx.actor.name)
  await sendMessage(ctx, { way: 'email', to: before.email, ...mail, about: { type: 'sub_user', ref: subUserId } })
}
