import { z } from 'zod'
import { languageTags } from '#i18n/languages.ts'
import { environment } from '#contract/kit/wire.ts'
import { job, type Job } from '#server/kit/jobs/jobs.ts'
import { findLogin, loginName } from '#server/kit/auth/login.ts'
import { sendMessage } from '#server/messages/send.ts'
import { hasIdentity } from '#server/sso-identities/identities.ts'
import { linkMail } from '#server/sso-identities/mails.ts'
import { issueMailToken } from '#server/sso-identities/proofs.ts'
import { readConnection } from './queries.ts'
import { findUser } from '#server/sso-identities/queries.ts'

const data = z.object({
  merchantId: z.uuid(),
  environment,
  proofId: z.uuid(),
  email: z.string(),
  /** The address that the provider states for the user. */
  providerEmail: z.string(),
  language: z.enum(languageTags),
})

/**
 * Sends the link that confirms the owner of an identity, if the address is that of a user of this merchant without one. It
 * runs after the answer, so neither text nor time of the answer reveals the address.
 */
export const sendSsoLinkJob: Job<z.output<typeof data>> = job({
  name: 'send-sso-link',
  data,
  async work(ctx, { merchantId, proofId, email, providerEmail, language }) {
    const login = await findLogin(ctx.tx, loginName(email))
    if (!login?.may_sign_in || login.merchant_id !== merchantId) return
    const subUserId = login.sub_user_id
    const [user, connection] = [await findUser(ctx, subUserId), await readConnection(ctx)]
    if (!user || !connection?.enabled || (await hasIdentity(ctx, subUserId))) return
    const token = await issueMailToken(ctx, proofId, subUserId)
    if (token === null) return
    const link = `${ctx.services.publicUrl}/auth/link#token=${token}`
    const about = { type: 'sub_user', ref: subUserId }
    const mail = linkMail(language, { company: connection.company_name, providerEmail, link })
    await sendMessage(ctx, { way: 'email', to: user.email, ...mail, about })
  },
})
