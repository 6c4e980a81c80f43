import { Fault, fieldFault } from '#contract/faults.ts'
import * as contract from '#contract/registration.ts'
import { writeAudit } from '#server/kit/audit.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { takeOneTimeToken } from '#server/kit/one-time-token.ts'
import { newPasswordHash } from '#server/kit/new-password.ts'
import { openMerchantJob, sendVerifyLinkJob } from './jobs.ts'
import { openMerchant } from './open-merchant.ts'
import { confirmEmail, findUser, insertRegistration, takeSetUpToken } from './queries.ts'

export const registrationHandlers: Handlers<typeof contract> = {
  readRegistration: async (ctx) => ({ is_open: ctx.house.registrationOpen }),

  register: prepared(contract.register, {
    async prepare(before, { body }) {
      if (!body.setup_token && !before.house.registrationOpen) throw new Fault('registrationClosed')
      return newPasswordHash(before.house.passwords, body.merchant_password, 'merchant_password')
    },
    async handle(ctx, { body }, _http, passwordPhc) {
      const { merchant_name: merchantName, merchant_loginid: email, country } = body
      const wanted = { merchantName, email, country, passwordPhc }
      if (!body.setup_token) {
        const registrationId = await insertRegistration(ctx, wanted, ctx.client.language)
        await ctx.enqueue(openMerchantJob, { registrationId })
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
    await ctx.enqueue(sendVerifyLinkJob, { email: body.emailId, language: ctx.client.language })
    return undefined
  },

  async verifyEmail(ctx, { body }) {
    const of = await takeOneTimeToken(ctx.tx, body.verifyToken, 'verify_email')
    if (!of) throw new Fault('linkInvalid')
    const own = await ctx.enter(of)
    const user = await findUser(own, of.subUserId)
    await confirmEmail(own, of.subUserId)
    const actor = { kind: 'user' as const, id: of.subUserId, name: user?.name ?? '' }
    writeAudit({ ...own, actor }, { action: 'user.verify-email', objectRef: of.subUserId, result: 'done' })
    return undefined
  },
}
