import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import { job, type Job } from '#server/kit/jobs/jobs.ts'
import { languageTags } from '#i18n/languages.ts'
import { findLogin, loginName } from '#server/kit/auth/login.ts'
import { issueOneTimeToken } from '#server/kit/auth/one-time-token.ts'
import { languageOfUser } from '#server/merchant-store/languages.ts'
import { sendMessage } from '#server/messages/send.ts'
import { wroteLately } from '#server/messages/queries.ts'
import { tenantAddress } from '#server/sso/begin.ts'
import { insteadOfResetMail } from '#server/sso-identities/mails.ts'
import { tenantOfUser } from '#server/sso-identities/needed.ts'
import { resetMail } from './mails.ts'
import { lockUser } from '#server/users/lock-user.ts'

const data = z.object({ merchantId: z.uuid(), environment, email: z.string(), language: z.enum(languageTags) })

/**
 * Sends the link for another password if the address is a login, at most once a minute. It runs after the answer, so neither
 * text nor time of the answer reveals whether the address is known.
 */
export const sendResetLinkJob: Job<z.output<typeof data>> = job({
  name: 'send-reset-link',
  data,
  async work(ctx, { email, language: asked }) {
    const login = await findLogin(ctx.tx, loginName(email))
    if (!login?.may_sign_in) return
    const own = await ctx.enter({ merchantId: login.merchant_id, environment: 'sandbox' })
    const subUserId = login.sub_user_id
    const user = await lockUser(own, subUserId)
    if (!user) return
    const language = await languageOfUser(own, subUserId, asked)
    const about = { type: 'sub_user', ref: subUserId }
    const tenant = await tenantOfUser(own, { merchantId: login.merchant_id, subUserId })
    if (tenant?.required) {
      if (await wroteLately(own, about, limits.linkAgainSeconds)) return
      const link = tenantAddress(ctx.services, tenant.tenantId)
      const mail = insteadOfResetMail(language, { company: tenant.companyName, link })
      await sendMessage(own, { way: 'email', to: user.email, ...mail, about })
      return
    }
    const token = await issueOneTimeToken(own, {
      subUserId,
      purpose: 'reset_password',
      minutes: limits.resetLinkMinutes,
      againSeconds: limits.linkAgainSeconds,
    })
    if (token === null) return
    const link = `${ctx.services.publicUrl}/reset-password#token=${token}`
    await sendMessage(own, { way: 'email', to: user.email, ...resetMail(language, link), about })
  },
})
