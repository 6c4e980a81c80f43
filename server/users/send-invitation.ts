import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { issueOneTimeToken } from '#server/kit/auth/one-time-token.ts'
import { languageOfUser } from '#server/merchant-store/languages.ts'
import { sendMessage } from '#server/messages/send.ts'
import { invitationMail } from './mails.ts'

/** Mails a user the link to choose a password. Throws `tooFast` when a link was made within the last minute. */
export async function sendInvitation(
  ctx: Ctx,
  { subUserId, email, name }: { subUserId: string; email: string; name: string },
): Promise<void> {
  const token = await issueOneTimeToken(ctx, {
    subUserId,
    purpose: 'accept_invitation',
    minutes: limits.invitationDays * 24 * 60,
    againSeconds: limits.linkAgainSeconds,
  })
  if (token === null) throw new Fault('tooFast')
  const merchant = await merchantOf(ctx)
  const mail = invitationMail(await languageOfUser(ctx, subUserId), {
    merchant: merchant.brand_name || merchant.name,
    inviter: ctx.actor.name,
    name,
    link: `${ctx.services.publicUrl}/accept-invitation#token=${token}`,
  })
  await sendMessage(ctx, { way: 'email', to: email, ...mail, about: { type: 'sub_user', ref: subUserId } })
}
