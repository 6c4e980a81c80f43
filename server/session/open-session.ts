import type { SecondFactor } from '#contract/factors.ts'
import type { Environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/id.ts'
import { hashToken, newToken } from '#server/kit/token.ts'
import type { CameBy } from '#server/sso/open.ts'
import type { Login } from './prove-password.ts'
import { enterScope, mayGoLive, type FoundSession } from './queries.ts'

interface Opening {
  environment: Environment
  secondFactor: SecondFactor | null
  /** What came of single sign-on; null for a password. */
  came: CameBy | null
}

/**
 * Opens a session for a proven login, in the sandbox unless the user goes on in live and still may. The cookie is its
 * other secret: it only resumes. The database refuses one without `secondFactor` for whoever has one. It begins as a fresh
 * proof of who is there, unless it came from a provider that does not say that it has just asked.
 */
export async function openSession(
  ctx: Ctx,
  login: Login,
  { environment: wanted, secondFactor, came }: Opening,
): Promise<{ session: FoundSession; cookie: string; cookieSeconds: number }> {
  await enterScope(ctx, login.merchantId, wanted)
  const environment = wanted === 'live' && !(await mayGoLive(ctx, login.merchantId)) ? 'sandbox' : wanted
  const cookie = newToken()
  const sessionId = newId()
  await ctx.tx.query(
    `insert into sessions (merchant_id, session_id, sub_user_id, cookie_hash, environment, created_at, last_seen_at, proved_at,
       expires_at, address, user_agent, second_factor, sso, sso_browser_hash, sso_id_token_sealed)
     values ($1, $2, $3, $4, $5, clock_timestamp(), clock_timestamp(),
       case when $9::text is not null or not $10 then clock_timestamp()
         else least(clock_timestamp(), coalesce(to_timestamp($11::double precision), clock_timestamp() - interval '1 day')) end,
       clock_timestamp() + $6 * interval '1 hour', $7, $8, $9, $10, $12, $13)`,
    [
      login.merchantId,
      sessionId,
      login.subUserId,
      hashToken(cookie),
      environment,
      limits.sessionHours,
      ctx.client.address,
      ctx.client.userAgent,
      secondFactor,
      came !== null,
      came?.authTime ?? null,
      came?.browserHash ?? null,
      came?.sealIdToken(sessionId) ?? null,
    ],
  )
  const { merchantId, subUserId } = login
  const session = { merchantId, subUserId, sessionId, email: '', environment, state: 'active' as const }
  return { session, cookie, cookieSeconds: limits.sessionHours * 3600 }
}
