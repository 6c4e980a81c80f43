import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { databaseNow, fromNow } from '#server/kit/db/clock.ts'
import { hashToken } from '#server/kit/auth/token.ts'
import { merchantKeys, openSealed, seal, ssoFactsPlace } from '#server/kit/secrets/vault.ts'

/** The stored secrets and wishes of a sign-in that is at the provider. */
export interface AttemptFacts {
  nonce: string
  verifier: string
  /** The provider and client with which the sign-in began. */
  issuer: string
  clientId: string
}
/** A sign-in that has come back from the provider. */
export interface Attempt extends AttemptFacts {
  /** The session of a step-up; null for a sign-in. */
  sessionId: string | null
  returnTo: string
}

/** Stores a sign-in before the browser goes to the provider, under the hash of its `state`. */
export async function beginAttempt(
  ctx: Ctx,
  {
    state,
    browser,
    facts,
    sessionId,
    returnTo,
  }: { state: string; browser: string; facts: AttemptFacts } & Pick<Attempt, 'sessionId' | 'returnTo'>,
): Promise<void> {
  const { merchantId } = ctx.owner
  ctx.write(ctx.own.delete('sso_attempts').where('expires_at', '<=', databaseNow))
  ctx.write(
    ctx.own.insert('sso_attempts', {
      state_hash: hashToken(state),
      browser_hash: hashToken(browser),
      facts_sealed: seal(await merchantKeys(ctx), JSON.stringify(facts), placeOf(merchantId, state)),
      session_id: sessionId,
      return_to: returnTo,
      expires_at: fromNow(limits.ssoAttemptMinutes, 'minute'),
    }),
  )
}

/**
 * Consumes a sign-in by its `state`, once. Otherwise returns the reason for the audit log: `state` is not this tenant's,
 * used or expired; `browser` is not the one that began, whose sign-in stays valid.
 */
export async function takeAttempt(
  ctx: Ctx,
  { state, browser }: { state: string; browser: string | undefined },
): Promise<Attempt | 'state' | 'browser'> {
  const { merchantId } = ctx.owner
  const found = await ctx.own
    .select('sso_attempts')
    .select(({ eb }) => eb('browser_hash', '=', hashToken(browser ?? '')).as('own'))
    .where('state_hash', '=', hashToken(state))
    .where('expires_at', '>', databaseNow)
    .executeTakeFirst()
  if (!found) return 'state'
  if (!found.own) return 'browser'
  const taken = await ctx.own
    .delete('sso_attempts')
    .where('state_hash', '=', hashToken(state))
    .returning(['facts_sealed', 'session_id', 'return_to'])
    .executeTakeFirst()
  if (!taken) return 'state'
  const facts = openSealed(await merchantKeys(ctx), taken.facts_sealed, placeOf(merchantId, state))
  return { ...(JSON.parse(facts) as AttemptFacts), sessionId: taken.session_id, returnTo: taken.return_to }
}

const placeOf = (merchantId: string, state: string) =>
  ssoFactsPlace(merchantId, 'sso_attempts', hashToken(state).toString('hex'))
