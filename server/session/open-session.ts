import type { Environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/id.ts'
import { hashToken, newToken } from '#server/kit/token.ts'
import type { Login } from './prove-password.ts'
import { enterScope, type FoundSession } from './queries.ts'

const environmentAtStart: Environment = 'sandbox'

/** Opens a session for a proven login, always in the sandbox. The cookie is its other secret: it only resumes. */
export async function openSession(
  ctx: Ctx,
  login: Login,
): Promise<{ session: FoundSession; cookie: string; cookieSeconds: number }> {
  await enterScope(ctx, login.merchantId, environmentAtStart)
  const cookie = newToken()
  const sessionId = newId()
  await ctx.tx.query(
    `insert into sessions (merchant_id, session_id, sub_user_id, cookie_hash, environment, created_at, last_seen_at, proved_at,
       expires_at, address, user_agent)
     values ($1, $2, $3, $4, $5, clock_timestamp(), clock_timestamp(), clock_timestamp(),
       clock_timestamp() + $6 * interval '1 hour', $7, $8)`,
    [
      login.merchantId,
      sessionId,
      login.subUserId,
      hashToken(cookie),
      environmentAtStart,
      limits.sessionHours,
      ctx.client.address,
      ctx.client.userAgent,
    ],
  )
  const session = { ...login, sessionId, email: '', environment: environmentAtStart, state: 'active' as const }
  return { session, cookie, cookieSeconds: limits.sessionHours * 3600 }
}
