import { Fault, fieldFault } from '#contract/faults.ts'
import * as contract from '#contract/registration.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { findLogin, loginName } from '#server/kit/auth/login.ts'
import { takeOneTimeToken } from '#server/kit/auth/one-time-token.ts'
import { newPasswordHash } from '#server/kit/auth/new-password.ts'
import type { Input } from '#contract/kit/call.ts'
import { addOwned } from '#server/master-merchants/add-owned.ts'
import { inviteOf, type OpenInvite } from '#server/master-merchants/invite-link.ts'
import { demoLogins } from '#server/merchants/seed.ts'
import { openMerchantJob, sendVerifyLinkJob } from './jobs.ts'
import { openMerchant } from './open-merchant.ts'
import { confirmEmail, findUser, insertRegistration, takeSetUpToken } from './queries.ts'

export const registrationHandlers: Handlers<typeof contract> = {
  readRegistration: async (ctx) => ({ is_open: ctx.services.registrationOpen }),

  async readInstallation({ tx, services }) {
    const { outbox, simulatedLive, demoPassword: password, legal } = services
    const loaded = password !== null && (await findLogin(tx, demoLogins[0].email)) !== undefined
    return {
      has_outbox: outbox,
      is_live_simulated: simulatedLive,
      demo: loaded ? { password, logins: demoLogins.map((login) => ({ ...login })) } : null,
      terms_url: legal.terms ?? '',
      privacy_url: legal.privacy ?? '',
    }
  },

  register: prepared(contract.register, {
    async prepare(before, { body }) {
      // A master's users make an owned merchant, which has no login.
      if (before.user) return ''
      if (!body.setup_token && !body.invite_token && !before.services.registrationOpen)
        throw new Fault('registrationClosed')
      // Hashing is dear: not for a link that cannot be right.
      const { invite_token: token } = body
      if (token) await before.transaction(async (tx) => expectFits(await inviteOf(tx, before.services, token), body))
      const password = body.merchant_password
      if (password === undefined) throw required('merchant_password')
      return newPasswordHash(before.services.passwords, password, 'merchant_password')
    },
    async handle(ctx, { body }, _http, passwordPhc) {
      if (ctx.user) return void (await addOwned(ctx, ownedOf(body)))
      const { merchant_name: merchantName, merchant_loginid: email, country } = body
      if (!country) throw required('country')
      const wanted = { merchantName, email, country, passwordPhc }
      if (!body.setup_token) {
        const invite = body.invite_token ? await inviteOf(ctx.tx, ctx.services, body.invite_token) : null
        if (invite) expectFits(invite, body)
        const by = invite ? { id: invite.invite_id, way: invite.way } : undefined
        const registrationId = await insertRegistration(ctx, wanted, ctx.client.language, by)
        ctx.enqueue(openMerchantJob, { registrationId })
        return undefined
      }
      if (!(await takeSetUpToken(ctx, body.setup_token))) throw new Fault('linkInvalid')
      const kind = body.is_master_merchant ? 'master' : 'single'
      const opened = await openMerchant(ctx, wanted, { kind, emailVerified: true })
      if (!opened) throw fieldFault('duplicateName', 'merchant_loginid', 'already_used')
      writeAudit(opened.ctx, { action: 'merchant.set-up', objectRef: opened.ctx.owner.merchantId, result: 'done' })
      return undefined
    },
  }),

  async sendVerifyEmailLink(ctx, { body }) {
    ctx.enqueue(sendVerifyLinkJob, { email: body.emailId, language: ctx.client.language })
    return undefined
  },

  async verifyEmail(ctx, { body }) {
    const of = await takeOneTimeToken(ctx.tx, body.verifyToken, 'verify_email')
    if (!of) throw new Fault('linkInvalid')
    const own = await ctx.enter(of)
    const user = await findUser(own, of.subUserId)
    await confirmEmail(own, of.subUserId)
    const actor = { kind: 'user' as const, id: of.subUserId, name: user?.name ?? '' }
    writeAudit(own.with({ actor }), { action: 'user.verify-email', objectRef: of.subUserId, result: 'done' })
    return undefined
  },
}

type Body = Input<typeof contract.register>['body']
const required = (path: string) => fieldFault('invalidRequest', path, 'required', 'This is needed.')

/** An invite is for one address, and what is sent beside it has to say the same. */
function expectFits(invite: OpenInvite, body: Body): void {
  const crossBorder = invite.merchant_type === 'CROSS_BORDER'
  const fits =
    loginName(body.merchant_loginid) === loginName(invite.email) &&
    body.is_invite_merchant !== false &&
    !body.is_master_merchant &&
    (body.cross_border_enabled ?? crossBorder) === crossBorder &&
    (!body.cross_border_model || crossBorder) &&
    (!body.master_merchant_key || body.master_merchant_key === invite.master_key)
  if (!fits) throw new Fault('linkInvalid')
}

/** Registers a merchant that the master of the session owns. */
function ownedOf(body: Body) {
  return {
    name: body.merchant_name,
    email: body.merchant_loginid,
    country: body.country,
    loginAllowed: body.is_login_allowed,
    useMasterCreds: body.use_master_merchant_creds,
    sendKycLink: body.send_kyc_link_email,
  }
}
