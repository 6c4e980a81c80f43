import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Language } from '#i18n/languages.ts'
import { issueOneTimeToken } from '#server/kit/auth/one-time-token.ts'
import { sendMessage } from '#server/messages/send.ts'
import { verifyMail } from './mails.ts'

/**
 * Sends a user of the merchant the link that confirms their address, unless one was sent within the last minute. The
 * older link is void from then on.
 */
export async function sendVerifyLink(
  ctx: Ctx,
  user: { subUserId: string; email: string },
  language: Language,
): Promise<void> {
  const token = await issueOneTimeToken(ctx, {
    subUserId: user.subUserId,
    purpose: 'verify_email',
    minutes: limits.verifyLinkHours * 60,
    againSeconds: limits.linkAgainSeconds,
  })
  if (token === null) return
  const link = `${ctx.services.publicUrl}/verify-email#token=${token}`
  const about = { type: 'sub_user', ref: user.subUserId }
  await sendMessage(ctx, { way: 'email', to: user.email, ...verifyMail(language, link), about })
}
