import { SignJWT, type JWTHeaderParameters } from 'jose'
import type { TestMerchant } from './test-app.ts'

/** A token as a merchant's server signs it; what is given replaces what is right. */
export async function merchantToken(
  merchant: Pick<TestMerchant, 'key' | 'secret'>,
  { claims = {}, header = {}, secret = merchant.secret, now = Date.now() }: TokenChanges = {},
): Promise<string> {
  const seconds = Math.floor(now / 1000)
  const payload = { iss: 'COUNTINGHOUSE', sub: merchant.key, iat: seconds, exp: seconds + 100, ...claims }
  const kept = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined))
  return new SignJWT(kept)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', ...header } as JWTHeaderParameters)
    .sign(new TextEncoder().encode(secret))
}
interface TokenChanges {
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  secret?: string
  now?: number
}
