import type { SecondFactor } from '#contract/factors.ts'
import type { Environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { newTokenOf } from '#server/kit/auth/merchant-hint.ts'
import { hashToken } from '#server/kit/auth/token.ts'
import type { CameBy } from '#server/sso-identities/open.ts'
import type { Login } from '#server/kit/auth/login.ts'
import { enterScope, mayGoLive, type FoundSession } from '#server/session-store/queries.ts'

interface Opening {
  environment: Environment
  secondFactor: SecondFactor | null
  /** The result of single sign-on; null for a password. */
  came: CameBy | null
}

/**
 * Opens a session for a proven login, in the sandbox unless the user continues in live and still may. The cookie is a second
 * secret, which can only resume the session. The database refuses a session without `secondFactor` for a user who has one.
 * The session starts with a fresh proof for step-up, unless a provider does not say that it has just authenticated the user.
 */
export async function openSession(
  ctx: Ctx,
  login: Login,
  { environment: wanted, secondFactor, came }: Opening,
): Promise<{ session: FoundSession; cookie: string; cookieSeconds: number }> {
  await enterScope(ctx, login.merchantId, wanted)
  const environment = wanted === 'live' && !(await mayGoLive(ctx, login.merchantId)) ? 'sandbox' : wanted
  const cookie = newTokenOf(login.merchantId)
  const sessionId = newId()
  await ctx.tx.query(
    `insert into sessions (merchant_id, session_id, sub_user_id, cookie_hash, environment, created_at, last_seen_at, proved_at,
       expires_at, address, user_agent, second_factor, sso, sso_browser_hash, sso_id_token_sealed)
     values ($1, $2, $3, $4, $5, statement_timestamp(), statement_timestamp(),
       case when $9::text is not null or not $10 then statement_timestamp()
         else least(statement_timestamp(), coalesce(to_timestamp($11::double precision), statement_timestamp() - interval '1 day')) end,
       statement_timestamp() + $6 * interval '1 hour', $7, $8, $9, $10, $12, $13)`,
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
