import { sql } from 'kysely'
import type { SecondFactor } from '#contract/factor-shapes.ts'
import type { Environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { ago, databaseNow, fromNow } from '#server/kit/db/clock.ts'
import { newId } from '#server/kit/db/id.ts'
import { newTokenOf } from '#server/kit/auth/merchant-hint.ts'
import { hashToken } from '#server/kit/auth/token.ts'
import type { CameBy } from '#server/sso-identities/open.ts'
import { mayGoLive, type FoundSession } from '#server/session-store/queries.ts'

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
  subUserId: string,
  { environment: wanted, secondFactor, came }: Opening,
): Promise<{ session: FoundSession; cookie: string; cookieSeconds: number }> {
  const { merchantId } = ctx.owner
  const environment = wanted === 'live' && !(await mayGoLive(ctx)) ? 'sandbox' : wanted
  const cookie = newTokenOf(merchantId)
  const sessionId = newId()
  await ctx.own
    .insert('sessions', {
      session_id: sessionId,
      sub_user_id: subUserId,
      cookie_hash: hashToken(cookie),
      environment,
      created_at: databaseNow,
      last_seen_at: databaseNow,
      proved_at: came && secondFactor === null ? provedBy(came) : databaseNow,
      expires_at: fromNow(limits.sessionHours, 'hour'),
      locked_at: null,
      ended_at: null,
      address: ctx.client.address,
      user_agent: ctx.client.userAgent,
      second_factor: secondFactor,
      sso: came !== null,
      sso_browser_hash: came?.browserHash ?? null,
      sso_id_token_sealed: came?.sealIdToken(sessionId) ?? null,
    })
    .execute()
  const session = { merchantId, subUserId, sessionId, email: '', environment, state: 'active' as const }
  return { session, cookie, cookieSeconds: limits.sessionHours * 3600 }
}

/** The time at which the provider authenticated the user; long ago where it does not state one. */
const provedBy = ({ authTime }: CameBy) =>
  authTime === null
    ? ago(1, 'day')
    : sql<Date>`least(statement_timestamp(), to_timestamp(${authTime}::double precision))`
