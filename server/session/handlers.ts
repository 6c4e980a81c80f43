import * as contract from '#contract/session.ts'
import { Fault } from '#contract/faults.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { notify } from '#server/notifications/notify.ts'
import { hashNewPassword } from './change-password.ts'
import { currentUser } from './current-user.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { issueToken } from './issue-token.ts'
import { provePassword } from './prove-password.ts'
import { endSession, findByCookie, lock, markProved, moveSession, setPassword, unlock } from './queries.ts'
import { findRemembered, forget, forgetAllOf, hintOf, noteEnvironment, remember } from './remembered.ts'

export const sessionHandlers: Handlers<typeof contract> = {
  signIn: prepared(contract.signIn, {
    prepare: (before, { body }) => provePassword(before, body.username, body.password),
    async handle(ctx, { body }, http, login) {
      const signedIn = await finishSignIn(ctx, http, login)
      if (body.remember_me) {
        const before = await findRemembered(ctx.tx, http.remembered)
        if (before?.subUserId === login.subUserId) await forget(ctx, before)
        const remembered = await remember(ctx, login, signedIn.user.is_live_mode ? 'live' : 'sandbox')
        http.setRemembered(remembered.cookie, remembered.cookieSeconds)
      }
      return signedIn
    },
  }),

  async resumeSession(ctx, { body }, http) {
    const found = await findByCookie(ctx.tx, http.cookie)
    if (!found || found.state === 'ended') throw new Fault('sessionLost')
    if (found.state === 'locked') throw new Fault('sessionLocked')
    const environment = body.environment ?? found.environment
    const moved = await moveSession(ctx, found, environment)
    if (body.environment) {
      const remembered = await findRemembered(ctx.tx, http.remembered)
      if (remembered?.subUserId === found.subUserId) await noteEnvironment(ctx, remembered, environment)
    }
    return issueToken(ctx, moved)
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

  async lockSession(ctx) {
    if (ctx.user) await lock(ctx, ctx.user)
    return undefined
  },

  async readRemembered(ctx, _input, http) {
    const found = await findRemembered(ctx.tx, http.remembered)
    return { remembered: found && { name: found.name, email_hint: hintOf(found.email) } }
  },

  signInRemembered: prepared(contract.signInRemembered, {
    async prepare(before, { body }, http) {
      const found = await before.transaction((tx) => findRemembered(tx, http.remembered))
      if (!found) throw new Fault('notFound')
      await provePassword(before, found.email, body.password)
      return found
    },
    async handle(ctx, _input, http, remembered) {
      return finishSignIn(ctx, http, remembered, remembered.environment)
    },
  }),

  async forgetRemembered(ctx, _input, http) {
    const found = await findRemembered(ctx.tx, http.remembered)
    if (found) await forget(await ctx.enter(found), found)
    http.setRemembered('', 0)
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
      await forgetAllOf(ctx, ctx.user.subUserId)
      await notify(ctx, 'password_changed', { address: ctx.client.address }, { to: ctx.user.subUserId })
      return undefined
    },
  }),
}
