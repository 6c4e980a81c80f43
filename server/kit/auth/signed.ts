import { rules } from '#contract/access.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import { isFile, type Call } from '#contract/kit/call.ts'
import { checkSigned, needsSignature, signatureField, signedParams } from '#contract/kit/signed-params.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { merchantOf } from './merchant-of.ts'
import { sessionSigningKey } from './session-key.ts'
import { verify } from './signature.ts'
import { merchantSecret } from '#server/kit/secrets/vault.ts'

/** Checks a request's signature. Rejects with `invalidSignature`. */
export type SignatureCheck = (ctx: Ctx, body: Record<string, unknown>) => Promise<void>

/**
 * The signature check of a call that is declared `signed`; null for others. The gate runs it before the handler, which
 * therefore sees signed requests only. A session signs with its own key, a merchant's server with the merchant's
 * secret. A request that names no merchant is signed as the merchant that it is about. Throws for a call whose callers
 * have no key, or whose answer does not come from a handler behind the check.
 */
export function signatureCheck(call: Call, handler: unknown): SignatureCheck | null {
  if (!call.signed) return null
  checkSigned(call)
  const { who } = rules[call.access]
  if (who === 'anyone' || who === 'shopper') throw new Error(`${call.at} is signed, but its callers have no key`)
  const early = typeof handler === 'object' && handler !== null && 'prepare' in handler
  if (early || isFile(call.answer)) throw new Error(`${call.at} is signed, and works before its signature is known`)
  return async (ctx, body) => {
    if (!needsSignature(call, body)) return
    const signature = body[signatureField(call)]
    if (typeof signature !== 'string')
      throw fieldFault('invalidRequest', signatureField(call), 'required', 'This is needed.')
    // Both rows are read at once; they are the same row unless a master acts for another merchant.
    const [key, about] = await Promise.all([signingKey(ctx), merchantOf(ctx)])
    const params = signedParams(call, body, about.key)
    if (!verify(params, key, signature).ok) throw new Fault('invalidSignature')
  }
}

/** The key by which a caller's requests are checked: the secret of a merchant's server, the session's own key of a user. */
export async function signingKey(ctx: Ctx): Promise<string> {
  if (!ctx.user) return (await merchantSecret(ctx)).secret
  const { sessionId, environment, merchantId } = ctx.user
  const { secret } = await merchantSecret(ctx, merchantId)
  return sessionSigningKey(secret, sessionId, environment)
}
