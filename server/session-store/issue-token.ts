import type { Role } from '#contract/access.ts'
import type { Output } from '#contract/kit/call.ts'
import type { resumeSession } from '#contract/session.ts'
import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { sessionSigningKey } from '#server/kit/auth/session-key.ts'
import { databaseNow } from '#server/kit/db/clock.ts'
import { newTokenOf } from '#server/kit/auth/merchant-hint.ts'
import { hashToken } from '#server/kit/auth/token.ts'
import { merchantSecret } from '#server/kit/secrets/vault.ts'
import { lookUpSession, sessionLookupIn } from '#server/kit/auth/session-lookup.ts'
import { currentUser } from './current-user.ts'
import type { FoundSession } from './queries.ts'

/**
 * A fresh bearer token of a session, bound to the environment that its tab shows, with the key that signs in it.
 * @param viewAs narrows its access to these roles, and to reading.
 */
export async function issueToken(
  ctx: Ctx,
  session: FoundSession,
  { viewAs = null }: { viewAs?: Role[] | null } = {},
): Promise<Output<typeof resumeSession>> {
  const { merchantId, sessionId, environment } = session
  const token = newTokenOf(merchantId)
  const own = await ctx.enter({ merchantId, environment })
  own.write(
    own.own.insert('session_tokens', {
      token_hash: hashToken(token),
      session_id: sessionId,
      environment,
      view_as: viewAs,
      created_at: databaseNow,
    }),
  )
  const { user } = await lookUpSession(sessionLookupIn(own.tx), hashToken(token))
  const expiry = await own.own
    .select('sessions')
    .select('expires_at')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  if (!expiry) throw new Fault('sessionLost')
  const { newest: secret } = await merchantSecret(own)
  return {
    token,
    user: await currentUser(own, user),
    signing_key: sessionSigningKey(secret, sessionId, environment),
    expires_at: expiry.expires_at,
  }
}
