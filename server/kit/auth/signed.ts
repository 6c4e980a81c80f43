import { rules } from '#contract/access.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import type { Call } from '#contract/kit/call.ts'
import { isFile } from '#contract/kit/call-facts.ts'
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
    // A server key stands for the signature; one that is sent has to be right all the same.
    if (signature === undefined && ctx.actor.kind === 'server' && ctx.actor.id !== null) return
    if (typeof signature !== 'string')
      throw fieldFault('invalidRequest', signatureField(call), 'required', 'This is needed.')
    // Both rows are read at once; they are the same row unless a master acts for another merchant.
    const [keys, about] = await Promise.all([signingKeys(ctx), merchantOf(ctx)])
    const params = signedParams(call, body, about.key)
    if (!keys.some((key) => verify(params, key, signature).ok))
      throw new Fault('invalidSignature', { why: await whyNot(ctx, params, signature) })
  }
}

/** Whether these parameters are signed by the caller: for what a request has a list of, each with a signature of its own. */
export const isSignedBy = async (ctx: Ctx, params: Record<string, string>, signature: string): Promise<boolean> =>
  (await signingKeys(ctx)).some((key) => verify(params, key, signature).ok)

/** Two while the merchant's secret is being replaced. */
async function signingKeys(ctx: Ctx): Promise<readonly string[]> {
  if (!ctx.user) return (await merchantSecret(ctx)).accepted
  const { sessionId, environment, merchantId } = ctx.user
  const { accepted } = await merchantSecret(ctx, merchantId)
  return accepted.map((secret) => sessionSigningKey(secret, sessionId, environment))
}

/**
 * The key by which a caller's requests are signed: the secret of a merchant's server, the session's own key of a user. While a secret
 * is being replaced, whoever has the old one learns nothing of the new one by it.
 */
export async function signingKey(ctx: Ctx): Promise<string> {
  if (!ctx.user) return (await merchantSecret(ctx)).accepted.at(-1) as string
  const { sessionId, environment, merchantId } = ctx.user
  return sessionSigningKey((await merchantSecret(ctx, merchantId)).newest, sessionId, environment)
}

/** What is known to be wrong with a server's signature, for the merchant's own eyes: nobody else reads the API log. */
async function whyNot(ctx: Ctx, params: Record<string, string>, signature: string): Promise<SignatureFault> {
  if (ctx.user) return 'parameters'
  const { accepted, ended } = await merchantSecret(ctx)
  if (ended !== null && verify(params, ended, signature).ok) return 'ended_secret'
  const asBase64 = /^[0-9a-f]{64}$/i.test(signature) ? Buffer.from(signature, 'hex').toString('base64') : ''
  return accepted.some((key) => verify(params, key, asBase64).ok) ? 'hex' : 'parameters'
}
/** With the secret before, whose time is over; in hex instead of Base64; or over other parameters, or with another secret. */
export type SignatureFault = 'ended_secret' | 'hex' | 'parameters'
