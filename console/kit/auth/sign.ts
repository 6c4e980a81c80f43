import { secureHashMessage } from '#contract/kit/secure-hash.ts'
import type { SecureHashFacts } from '#contract/kit/secure-hash.ts'
import { canonicalMessage } from '#contract/kit/signature.ts'

/**
 * Signs the parameters of a call: Base64 of HMAC-SHA256 over the canonical message, which the server verifies.
 * `signingKey` is the session's, from the sign-in answer.
 */
export const signWithSessionKey = (params: Readonly<Record<string, string>>, signingKey: string): Promise<string> =>
  hmacBase64(canonicalMessage(params), signingKey)

/** Whether the current user's `secure_hash` fits the key, environment and roles that came with it. */
export const secureHashHolds = async (facts: SecureHashFacts, hash: string, signingKey: string): Promise<boolean> =>
  (await hmacBase64(secureHashMessage(facts), signingKey)) === hash

async function hmacBase64(message: string, signingKey: string): Promise<string> {
  const text = new TextEncoder()
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', text.encode(signingKey), hmac, false, ['sign'])
  const signature = await crypto.subtle.sign(hmac, key, text.encode(message))
  return btoa(String.fromCharCode(...new Uint8Array(signature)))
}
