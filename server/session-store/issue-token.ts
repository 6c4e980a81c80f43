import type { Role } from '#contract/access.ts'
import type { Output } from '#contract/kit/call.ts'
import type { resumeSession } from '#contract/session.ts'
import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { sessionSigningKey } from '#server/kit/auth/session-key.ts'
import { newTokenOf } from '#server/kit/auth/merchant-hint.ts'
import { hashToken } from '#server/kit/auth/token.ts'
import { merchantSecret } from '#server/kit/secrets/vault.ts'
import { lookUpSession, sessionLookupIn } from '#server/kit/auth/session-lookup.ts'
import { currentUser } from './current-user.ts'
import { enterScope, type FoundSession } from './queries.ts'

/**
 * A fresh bearer token of a session, bound to the environment that its tab shows, with the key that signs in it.
 * @param viewAs narrows what it opens to these roles, and to reading.
 */
export async function issueToken(
  ctx: Ctx,
  session: FoundSession,
  { viewAs = null }: { viewAs?: readonly Role[] | null } = {},
): Promise<Output<typeof resumeSession>> {
  const { merchantId, sessionId, environment } = session
  const token = newTokenOf(merchantId)
  await enterScope(ctx, merchantId, environment)
  await ctx.tx.query(
    `insert into session_tokens (token_hash, merchant_id, session_id, environment, view_as, created_at)
     values ($1, $2, $3, $4, $5, statement_timestamp())`,
    [hashToken(token), merchantId, sessionId, environment, viewAs],
  )
  const { user } = await lookUpSession(sessionLookupIn(ctx.tx), hashToken(token))
  const [expiry] = await ctx.tx.query<{ expires_at: Date }>(
    'select expires_at from sessions where merchant_id = $1 and session_id = $2',
    [merchantId, sessionId],
  )
  if (!expiry) throw new Fault('sessionLost')
  const { secret } = await merchantSecret(ctx, merchantId)
  return {
    token,
    user: await currentUser(ctx, user),
    signing_key: sessionSigningKey(secret, sessionId, environment),
    expires_at: expiry.expires_at,
  }
}
