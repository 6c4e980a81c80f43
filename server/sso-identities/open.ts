import { Fault } from '#contract/faults.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Http } from '#server/kit/handler.ts'
import { hashToken } from '#server/kit/auth/token.ts'
import { merchantKeys, seal, ssoIdTokenPlace } from '#server/kit/secrets/vault.ts'
import { linkIdentity } from './identities.ts'
import { takeProof } from './proofs.ts'
import { findUser, lockEnabled } from './queries.ts'
import { tellLinked } from './tell.ts'

/** The facts of single sign-on that a session keeps. */
export interface CameBy {
  browserHash: Buffer
  /** The time of authentication as the provider states it, in seconds of Unix time. */
  authTime: number | null
  /** The ID token, sealed for a session until its logout. */
  sealIdToken(sessionId: string): Buffer
}

/**
 * Consumes the proof of an identity for a login that is fully proven, and links the identity to it. Throws `ssoFailed` when the
 * proof belongs to another browser or was used, or when its connection is gone.
 */
export async function useProof(
  ctx: Ctx,
  http: Http,
  { subUserId, proofId }: { subUserId: string; proofId: string },
): Promise<CameBy> {
  const enabled = await lockEnabled(ctx)
  const waiting = enabled ? await takeProof(ctx, proofId, http.sso) : null
  if (!waiting) throw new Fault('ssoFailed', { why: 'proof' })
  const link = await linkIdentity(ctx, subUserId, waiting.proven)
  if (link === null) throw new Fault('ssoFailed', { why: 'identity' })
  const user = await findUser(ctx, subUserId)
  if (!user?.is_active) throw new Fault('ssoFailed', { why: 'inactive' })
  const by = ctx.with({ actor: { kind: 'user', id: subUserId, name: user.name } })
  if (link === 'linked') {
    writeAudit(by, { action: 'sso.link', objectRef: subUserId, result: 'done' })
    await tellLinked(ctx, user.email, waiting.proven.email)
  }
  const { merchantId } = ctx.owner
  const { authTime, idToken } = waiting.proven
  const keys = await merchantKeys(ctx)
  return {
    browserHash: hashToken(http.sso ?? ''),
    authTime,
    sealIdToken: (sessionId) => seal(keys, idToken, ssoIdTokenPlace(merchantId, sessionId)),
  }
}
