import * as contract from '#contract/session.ts'
import { Fault } from '#contract/faults.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { hashNewPassword } from './change-password.ts'
import { currentUser } from './current-user.ts'
import { issueToken } from './issue-token.ts'
import { openSession } from './open-session.ts'
import { provePassword } from './prove-password.ts'
import { endSession, findByCookie, markProved, moveSession, setPassword, unlock } from './queries.ts'

export const sessionHandlers: Handlers<typeof contract> = {
  signIn: prepared(contract.signIn, {
    prepare: (before, { body }) => provePassword(before, body.username, body.password),
    async handle(ctx, _input, http, login) {
      const { session, cookie, cookieSeconds } = await openSession(ctx, login)
      http.setCookie(cookie, cookieSeconds)
      return issueToken(ctx, session)
    },
  }),

  async resumeSession(ctx, { body }, http) {
    const found = await findByCookie(ctx.tx, http.cookie)
    if (!found || found.state === 'ended') throw new Fault('sessionLost')
    if (found.state === 'locked') throw new Fault('sessionLocked')
    const environment = body.environment ?? found.environment
    return issueToken(ctx, await moveSession(ctx, found, environment))
  },

  async readSession(ctx) {
    if (!ctx.user) throw new Fault('sessionLost')
    return { user: await currentUser(ctx, ctx.user) }
  },

  async signOut(ctx, _input, http) {
    if (ctx.user) await endSession(ctx, ctx.user)
    http.setCookie('', 0)
    return undefined
  },

  unlockSession: prepared(contract.unlockSession, {
    async prepare(before, { body }, http) {
      const found = await before.transaction((tx) => findByCookie(tx, http.cookie))
      if (!found || found.state === 'ended') throw new Fault('sessionLost')
      await provePassword(before, found.email, body.password)
      return found
    },
    async handle(ctx, _input, _http, found) {
      await unlock(ctx, found)
      return issueToken(ctx, found)
    },
  }),

  stepUp: prepared(contract.stepUp, {
    async prepare(before, { body }) {
      if (!before.user) throw new Fault('sessionLost')
      return provePassword(before, before.user.email, body.password)
    },
    async handle(ctx) {
      if (ctx.user) await markProved(ctx, ctx.user)
      return undefined
    },
  }),

  changePassword: prepared(contract.changePassword, {
    prepare: (before, { body }) => hashNewPassword(before, body),
    async handle(ctx, _input, _http, passwordPhc) {
      if (!ctx.user) throw new Fault('sessionLost')
      ctx.about(ctx.user.subUserId)
      await setPassword(ctx, ctx.user, passwordPhc)
      return undefined
    },
  }),
}
