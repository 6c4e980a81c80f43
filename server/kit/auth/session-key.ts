import { hkdfSync } from 'node:crypto'
import { secureHashMessage } from '#contract/kit/secure-hash.ts'
import type { SecureHashFacts } from '#contract/kit/secure-hash.ts'
import { hmacBase64 } from './signature.ts'

/**
 * The key with which the console of one session signs, in place of the merchant secret, which never leaves the server:
 * HKDF-SHA256 of the secret, salted by the session id, bound to the environment; 32 bytes as 43 base64url characters.
 * The characters themselves are the HMAC key, as with a merchant secret.
 */
export function sessionSigningKey(secret: string, sessionId: string, environment: 'sandbox' | 'live'): string {
  if (secret === '' || sessionId === '') throw new Error('a signing key needs a secret and a session')
  return Buffer.from(hkdfSync('sha256', secret, sessionId, `console|${environment}`, 32)).toString('base64url')
}

/** `secure_hash` of a current user, by which the console notices a changed key, environment or role. */
export const secureHash = (signingKey: string, facts: SecureHashFacts): string =>
  hmacBase64(secureHashMessage(facts), signingKey)
