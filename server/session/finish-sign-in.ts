import type { Output } from '#contract/kit/call.ts'
import type { SecondFactor } from '#contract/factor-shapes.ts'
import { limits } from '#contract/limits.ts'
import type { resumeSession, signIn } from '#contract/session.ts'
import { factorsOf } from '#server/factors/factors-of.ts'
import type { Http } from '#server/kit/handler.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { expectPasswordWillDo } from '#server/sso-identities/needed.ts'
import { useProof } from '#server/sso-identities/open.ts'
import { issueChallenge, type SignInWishes } from '#server/session-store/challenge.ts'
import { noteDevice } from './device.ts'
import { issueToken } from '#server/session-store/issue-token.ts'
import { noteSession } from './note-session.ts'
import { openSession } from './open-session.ts'
import type { Login } from '#server/kit/auth/login.ts'
import { findRemembered, forget, remember } from '#server/session-store/remembered.ts'

/**
 * Continues every proven login: to a session or, for a user with a second factor, to the challenge that `signInFactor`
 * answers.
 */
export async function finishSignIn(
  ctx: Ctx,
  http: Http,
  login: Login,
  wishes: Partial<SignInWishes> = {},
): Promise<Output<typeof signIn>> {
  const { environment = 'sandbox', remember: greet = false, ssoProof = null } = wishes
  const own = await ctx.enter({ merchantId: login.merchantId, environment })
  const factors = await factorsOf(own, login.subUserId)
  const asked = { environment, remember: greet, ssoProof }
  if (factors.length === 0) return openedBy(own, http, login, { ...asked, secondFactor: null })
  return { challenge: issueChallenge(own, login.subUserId, asked), factors }
}

/**
 * Opens the session of a fully proven login: sets the cookies and returns the token. A trigger of the database refuses the
 * session of a user who has not given their second factor, or has not used the single sign-on that they must use.
 */
export async function openedBy(
  ctx: Ctx,
  http: Http,
  login: Login,
  { environment, remember: greet, ssoProof, secondFactor }: SignInWishes & { secondFactor: SecondFactor | null },
): Promise<Output<typeof resumeSession>> {
  const own = await ctx.enter({ merchantId: login.merchantId, environment })
  const device = await noteDevice(own, http.device, login.subUserId)
  const came = ssoProof === null ? null : await useProof(own, http, { subUserId: login.subUserId, proofId: ssoProof })
  if (!came) await expectPasswordWillDo(own, login)
  const { session, cookie, cookieSeconds } = await openSession(own, login.subUserId, {
    environment,
    secondFactor,
    came,
  })
  http.setCookie(cookie, cookieSeconds)
  if (greet) {
    const before = await findRemembered(own.tx, http.remembered)
    if (before?.subUserId === login.subUserId) forget(own, before)
    const remembered = remember(own, login.subUserId, session.environment)
    http.setRemembered(remembered.cookie, remembered.cookieSeconds)
  }
  http.setDevice(device, limits.knownDeviceDays * 86_400)
  const opened = await issueToken(ctx, session)
  noteSession(ctx, session, opened.user.name, { action: 'session.begin' })
  return opened
}
