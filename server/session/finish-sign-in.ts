import type { Output } from '#contract/kit/call.ts'
import type { signIn } from '#contract/session.ts'
import type { Environment } from '#contract/kit/wire.ts'
import type { Http } from '#server/kit/handler.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { noteDevice } from '#server/notifications/devices.ts'
import { issueToken } from './issue-token.ts'
import { openSession } from './open-session.ts'
import type { Login } from './prove-password.ts'

/** The one way from a proven login to a session, however it was proven: the cookie is set, the token is the answer. */
export async function finishSignIn(
  ctx: Ctx,
  http: Http,
  login: Login,
  wanted?: Environment,
): Promise<Output<typeof signIn>> {
  const { session, cookie, cookieSeconds } = await openSession(ctx, login, wanted)
  http.setCookie(cookie, cookieSeconds)
  await noteDevice(ctx, session)
  return issueToken(ctx, session)
}
