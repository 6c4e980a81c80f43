import { Fault } from '#contract/faults.ts'
import * as contract from '#contract/password-reset.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { newPasswordHash } from '#server/kit/auth/new-password.ts'
import { isGoodOneTimeToken, takeOneTimeToken } from '#server/kit/auth/one-time-token.ts'
import { languageOfUser } from '#server/merchant-store/languages.ts'
import { sendMessage } from '#server/messages/send.ts'
import { liftLock } from '#server/session-store/sign-in-failures.ts'
import { endSessionsOf } from '#server/session-store/queries.ts'
import { forgetAllOf } from '#server/session-store/remembered.ts'
import { expectPasswordWillDo } from '#server/sso-identities/needed.ts'
import { sendResetLinkJob } from './jobs.ts'
import { changedMail } from './mails.ts'
import { setPassword } from './queries.ts'
import { lockUser } from '#server/users/lock-user.ts'

export const passwordResetHandlers: Handlers<typeof contract> = {
  async sendResetPasswordLink(ctx, { body }) {
    ctx.enqueue(sendResetLinkJob, { email: body.emailId, language: ctx.client.language })
    return undefined
  },

  updatePassword: prepared(contract.updatePassword, {
    async prepare(before, { body }) {
      // Hashing is dear: not for a token that cannot be right. A password that will not do leaves the link good.
      const good = await before.transaction((tx) => isGoodOneTimeToken(tx, body.resetToken, 'reset_password'))
      if (!good) throw new Fault('linkInvalid')
      return newPasswordHash(before.services.passwords, body.password, 'password')
    },
    async handle(ctx, { body }, _http, passwordPhc) {
      const of = await takeOneTimeToken(ctx.tx, body.resetToken, 'reset_password')
      if (!of) throw new Fault('linkInvalid')
      const own = await ctx.enter(of)
      const user = await lockUser(own, of.subUserId)
      if (!user) throw new Fault('linkInvalid')
      await expectPasswordWillDo(own, of)
      await setPassword(own, of.subUserId, passwordPhc)
      endSessionsOf(own, of.subUserId, 'password_changed')
      forgetAllOf(own, of.subUserId)
      await liftLock(own.tx, user.email)
      const actor = { kind: 'user' as const, id: of.subUserId, name: user.name }
      writeAudit(own.with({ actor }), { action: 'user.reset-password', objectRef: of.subUserId, result: 'done' })
      const about = { type: 'sub_user', ref: of.subUserId }
      const mail = changedMail(await languageOfUser(own, of.subUserId), `${ctx.services.publicUrl}/forgot-password`)
      await sendMessage(own, { way: 'email', to: user.email, ...mail, about })
      return undefined
    },
  }),
}
