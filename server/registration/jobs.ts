import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { job, type Job } from '#server/kit/jobs/jobs.ts'
import { type Language, languageTags } from '#i18n/languages.ts'
import { findLogin, loginName, type FoundLogin } from '#server/kit/auth/login.ts'
import { languageOfUser } from '#server/merchant-store/languages.ts'
import { sendMessage } from '#server/messages/send.ts'
import { knownMail } from './mails.ts'
import { openInvited } from './open-invited.ts'
import { openMerchant } from './open-merchant.ts'
import { findUser, takeRegistration } from './queries.ts'
import { wroteLately } from '#server/messages/queries.ts'
import { sendVerifyLink } from './verify-link.ts'

const registrationData = z.object({ merchantId: z.uuid(), environment, registrationId: z.uuid() })
/**
 * Makes the merchant of a registration, or informs the owner of an address that is registered already. It runs after the
 * answer, which therefore does not reveal which of the two happens.
 */
export const openMerchantJob: Job<z.output<typeof registrationData>> = job({
  name: 'open-merchant',
  data: registrationData,
  async work(ctx, { registrationId }) {
    const wanted = await takeRegistration(ctx, registrationId)
    if (!wanted) return
    const known = await findLogin(ctx.tx, loginName(wanted.email))
    if (known) return tellThatKnown(ctx, known, wanted.language)
    if (wanted.invite) return openInvited(ctx, wanted, wanted.invite)
    const opened = await openMerchant(ctx, wanted, { kind: 'single', emailVerified: false })
    // Somebody else was a moment quicker with the same address: all is undone, and the next try finds it known.
    if (!opened) throw new Error('the address was registered at the same moment')
    writeAudit(opened.ctx, { action: 'merchant.register', objectRef: opened.ctx.owner.merchantId, result: 'done' })
    await sendVerifyLink(opened.ctx, { subUserId: opened.subUserId, email: wanted.email }, wanted.language)
  },
})

async function tellThatKnown(ctx: Ctx, known: FoundLogin, asked: Language): Promise<void> {
  if (!known.may_sign_in) return
  const own = await ctx.enter({ merchantId: known.merchant_id, environment: 'sandbox' })
  const user = await findUser(own, known.sub_user_id)
  if (!user) return
  const language = await languageOfUser(own, known.sub_user_id, asked)
  if (!user.is_email_verified) return sendVerifyLink(own, { subUserId: known.sub_user_id, email: user.email }, language)
  const about = { type: 'registration', ref: known.sub_user_id }
  if (await wroteLately(own, about, limits.linkAgainSeconds)) return
  const { publicUrl } = ctx.services
  const links = { signInLink: `${publicUrl}/login`, resetLink: `${publicUrl}/forgot-password` }
  await sendMessage(own, { way: 'email', to: user.email, ...knownMail(language, links), about })
}

const linkData = z.object({ merchantId: z.uuid(), environment, email: z.string(), language: z.enum(languageTags) })
/** Sends the link that confirms an address, if it is waiting to be confirmed. After the answer, for the same reason. */
export const sendVerifyLinkJob: Job<z.output<typeof linkData>> = job({
  name: 'send-verify-link',
  data: linkData,
  async work(ctx, { email, language: asked }) {
    const login = await findLogin(ctx.tx, loginName(email))
    if (!login?.may_sign_in) return
    const own = await ctx.enter({ merchantId: login.merchant_id, environment: 'sandbox' })
    const user = await findUser(own, login.sub_user_id)
    if (!user || user.is_email_verified) return
    const language = await languageOfUser(own, login.sub_user_id, asked)
    await sendVerifyLink(own, { subUserId: login.sub_user_id, email: user.email }, language)
  },
})
