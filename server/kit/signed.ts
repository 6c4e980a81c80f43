import { Fault } from '#contract/faults.ts'
import type { Ctx } from './ctx.ts'
import { sessionSigningKey } from './session-key.ts'
import { verify } from './signature.ts'
import { merchantSecret } from './vault.ts'

/**
 * Holds a request's `signature_hash` against what was asked. A session signs with its own key only; a merchant's server
 * with the merchant's secret.
 */
export async function verifySigned(ctx: Ctx, signature: string, params: Record<string, string>): Promise<void> {
  const key = await signingKey(ctx)
  if (!verify(params, key, signature).ok) throw new Fault('invalidSignature')
}

async function signingKey(ctx: Ctx): Promise<string> {
  if (!ctx.user) return (await merchantSecret(ctx)).secret
  const { sessionId, environment, merchantId } = ctx.user
  const { secret } = await merchantSecret(ctx, merchantId)
  return sessionSigningKey(secret, sessionId, environment)
}
