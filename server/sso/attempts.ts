import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
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
  await ctx.tx.query('delete from sso_attempts where merchant_id = $1 and expires_at <= statement_timestamp()', [
    merchantId,
  ])
  await ctx.tx.query(
    `insert into sso_attempts (merchant_id, state_hash, browser_hash, facts_sealed, session_id, return_to, expires_at)
     values ($1, $2, $3, $4, $5, $6, statement_timestamp() + $7 * interval '1 minute')`,
    [
      merchantId,
      hashToken(state),
      hashToken(browser),
      seal(await merchantKeys(ctx), JSON.stringify(facts), placeOf(merchantId, state)),
      sessionId,
      returnTo,
      limits.ssoAttemptMinutes,
    ],
  )
}

/**
 * Takes a sign-in by its `state`, which can be used once. Otherwise returns the reason for the audit log: `state` is not this
 * tenant's, used or expired; `browser` is not the one that began, whose sign-in stays valid.
 */
export async function takeAttempt(
  ctx: Ctx,
  { state, browser }: { state: string; browser: string | undefined },
): Promise<Attempt | 'state' | 'browser'> {
  const { merchantId } = ctx.owner
  const [found] = await ctx.tx.query<{ own: boolean }>(
    `select browser_hash = $3 as own from sso_attempts
     where merchant_id = $1 and state_hash = $2 and expires_at > statement_timestamp()`,
    [merchantId, hashToken(state), hashToken(browser ?? '')],
  )
  if (!found) return 'state'
  if (!found.own) return 'browser'
  const [taken] = await ctx.tx.query<{ facts_sealed: Buffer; session_id: string | null; return_to: string }>(
    'delete from sso_attempts where merchant_id = $1 and state_hash = $2 returning facts_sealed, session_id, return_to',
    [merchantId, hashToken(state)],
  )
  if (!taken) return 'state'
  const facts = openSealed(await merchantKeys(ctx), taken.facts_sealed, placeOf(merchantId, state))
  return { ...(JSON.parse(facts) as AttemptFacts), sessionId: taken.session_id, returnTo: taken.return_to }
}

const placeOf = (merchantId: string, state: string) =>
  ssoFactsPlace(merchantId, 'sso_attempts', hashToken(state).toString('hex'))
