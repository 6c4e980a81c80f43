import * as contract from '#contract/session.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import { requestOptions } from '#server/factors/passkeys.ts'
import { checkOffer, offers, takeFactor } from '#server/factors/prove.ts'
import { asUser, userOf } from '#server/kit/auth/own-user.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { notify } from '#server/notifications/notify.ts'
import { aboutChallenge, findChallenge, takeChallenge } from '#server/session-store/challenge.ts'
import { hashNewPassword } from './change-password.ts'
import { currentUser } from '#server/session-store/current-user.ts'
import { changesFrom } from '#server/kit/audit/audit-diff.ts'
import { deviceOf } from '#contract/kit/device.ts'
import { finishSignIn, openedBy } from './finish-sign-in.ts'
import { issueToken } from '#server/session-store/issue-token.ts'
import { noteSession } from './note-session.ts'
import { provePasskey, takePasskey } from './prove-passkey.ts'
import { provePassword } from './prove-password.ts'
import {
  endOtherSessions,
  endSession,
  endSessionOf,
  findByCookie,
  listSessions,
  lock,
  markProved,
  moveSession,
  sessionLost,
  setPassword,
  unlock,
} from '#server/session-store/queries.ts'
import { findRemembered, forget, forgetAllOf, hintOf, noteEnvironment } from '#server/session-store/remembered.ts'

export const sessionHandlers: Handlers<typeof contract> = {
  signIn: prepared(contract.signIn, {
    prepare: (before, { body }) => provePassword(before, body.username, body.password),
    async handle(ctx, { body }, http, login) {
      return finishSignIn(ctx, http, login, { remember: body.remember_me ?? false })
    },
  }),

  signInFactor: prepared(contract.signInFactor, {
    async prepare(before, { body }) {
      const found = await before.transaction((tx) => findChallenge(tx, body.challenge, before.client.address))
      if (!found) throw new Fault('signInExpired')
      return { found, offer: await checkOffer(before, { owner: found, subUserId: found.subUserId }, body) }
    },
    async handle(ctx, { body }, http, { found, offer }) {
      const own = await ctx.enter(found, { kind: 'user', id: found.subUserId, name: found.name })
      const taken = await takeChallenge(own, found.subUserId, body.challenge)
      if (!taken) throw new Fault('signInExpired')
      const secondFactor = await takeFactor(own, found.subUserId, offer, aboutChallenge(body.challenge))
      return openedBy(own, http, found, { ...found, ...taken, secondFactor })
    },
  }),

  async signInPasskey(ctx, { body }) {
    const found = await findChallenge(ctx.tx, body.challenge, ctx.client.address)
    if (!found) throw new Fault('signInExpired')
    return requestOptions(await ctx.enter(found), found.subUserId, aboutChallenge(body.challenge))
  },

  async resumeSession(ctx, { body }, http) {
    const found = await findByCookie(ctx.tx, http.cookie)
    if (!found || found.state === 'ended') throw sessionLost(found)
    if (found.state === 'locked') throw new Fault('sessionLocked')
    const environment = body.environment ?? found.environment
    const own = await ctx.enter({ merchantId: found.merchantId, environment })
    const moved = await moveSession(own, found, environment)
    if (body.environment) {
      const remembered = await findRemembered(own.tx, http.remembered)
      if (remembered?.subUserId === found.subUserId) noteEnvironment(own, remembered, environment)
    }
    const opened = await issueToken(own, moved)
    if (environment !== found.environment) {
      const changes = changesFrom({ environment: found.environment }, { environment })
      noteSession(ctx, moved, opened.user.name, { action: 'session.switch-environment', changes })
    }
    return opened
  },

  async readSession(ctx) {
    const { own, user } = await asUser(ctx)
    return { user: await currentUser(own, user) }
  },

  async signOut(ctx, _input, http) {
    const { own, user } = await asUser(ctx)
    endSession(own, user)
    ctx.auditSubject(user.subUserId, {}, own.owner)
    http.setCookie('', 0)
    return undefined
  },

  async lockSession(ctx) {
    const { own, user } = await asUser(ctx)
    lock(own, user)
    ctx.auditSubject(user.subUserId, {}, own.owner)
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
      return finishSignIn(ctx, http, remembered, { environment: remembered.environment })
    },
  }),

  async forgetRemembered(ctx, _input, http) {
    const found = await findRemembered(ctx.tx, http.remembered)
    if (found) {
      forget(await ctx.enter(found), found)
      noteSession(ctx, found, found.name, { action: 'session.forget-browser' })
    }
    http.setRemembered('', 0)
    return undefined
  },

  unlockSession: prepared(contract.unlockSession, {
    async prepare(before, { body: { password, passkey } }, http) {
      const found = await before.transaction((tx) => findByCookie(tx, http.cookie))
      if (!found || found.state === 'ended') throw sessionLost(found)
      if (passkey) {
        const proven = await provePasskey(before, http, passkey, 'session.unlock')
        if (proven.subUserId !== found.subUserId) throw new Fault('invalidPasskey')
        return { found, proven }
      }
      if (password === undefined) throw fieldFault('invalidRequest', 'password', 'required', 'This is needed.')
      await provePassword(before, found.email, password, 'session.unlock')
      return { found, proven: null }
    },
    async handle(ctx, _input, _http, { found, proven }) {
      const own = await ctx.enter(found)
      if (proven) await takePasskey(own, proven)
      await unlock(own, found, { factorGiven: proven !== null })
      const opened = await issueToken(ctx, found)
      noteSession(ctx, found, opened.user.name, { action: 'session.unlock' })
      return opened
    },
  }),

  stepUp: prepared(contract.stepUp, {
    async prepare(before, { body }) {
      const { merchantId, environment, subUserId, email, twoStep } = userOf(before)
      if (twoStep && !offers(body)) throw new Fault('secondFactorNeeded')
      if (offers(body)) return checkOffer(before, { owner: { merchantId, environment }, subUserId }, body)
      if (body.password === undefined) throw fieldFault('invalidRequest', 'password', 'required', 'This is needed.')
      await provePassword(before, email, body.password, 'session.step-up')
      return null
    },
    async handle(ctx, _input, _http, offer) {
      const { own, user } = await asUser(ctx)
      if (offer) await takeFactor(own, user.subUserId, offer, user.sessionId)
      markProved(own, user)
      ctx.auditSubject(user.subUserId, {}, own.owner)
      return undefined
    },
  }),

  changePassword: prepared(contract.changePassword, {
    prepare: (before, { body }) => hashNewPassword(before, body),
    async handle(ctx, _input, _http, passwordPhc) {
      const { own, user } = await asUser(ctx)
      ctx.auditSubject(user.subUserId, {}, own.owner)
      setPassword(own, user, passwordPhc)
      forgetAllOf(own, user.subUserId)
      await notify(own, 'password_changed', { address: own.client.address }, { to: user.subUserId })
      return undefined
    },
  }),

  async listSessions(ctx) {
    const { own, user } = await asUser(ctx)
    const sessions = await listSessions(own, user)
    return sessions.map(({ user_agent, ...session }) => ({
      ...session,
      ...deviceOf(user_agent),
      is_current: session.session_id === user.sessionId,
    }))
  },

  async revokeSession(ctx, { path }) {
    const { own, user } = await asUser(ctx)
    const ended = await endSessionOf(own, user, path.session_id)
    if (!ended) throw new Fault('notFound')
    const { browser, system } = deviceOf(ended.user_agent)
    const device = [browser, system].filter(Boolean).join(', ')
    ctx.auditSubject(user.subUserId, changesFrom({ device }, { device: '' }), own.owner)
    return undefined
  },

  async revokeOtherSessions(ctx) {
    const { own, user } = await asUser(ctx)
    ctx.auditSubject(user.subUserId, {}, own.owner)
    endOtherSessions(own, user, 'elsewhere')
    forgetAllOf(own, user.subUserId)
    return undefined
  },
}
