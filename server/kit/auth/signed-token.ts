import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { Fault } from '#contract/faults.ts'
import { environments, type Environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'

/** The tokens that a merchant's server signs with the merchant's secret. */

const form = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/
const longest = 2_048

/** The token of a header; undefined for one of another form. */
export const signedTokenIn = (authorization: string | undefined): string | undefined =>
  form.exec(authorization ?? '')?.[1]

/** The merchant key in an unverified token; null for a token of another form. */
export function claimedKey(token: string): string | null {
  if (token.length > longest) return null
  // Base64 allows several spellings of the same bytes; only the canonical one is accepted.
  if (!token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)) return null
  try {
    const { alg, typ, ...more } = decodeProtectedHeader(token)
    // A header that names a key, or a URL of one, is refused; the merchant's secret is the only key.
    if (alg !== 'HS256' || (typ !== undefined && typ !== 'JWT') || Object.keys(more).length > 0) return null
    const { sub } = decodeJwt(token)
    return typeof sub === 'string' && sub.length > 0 && sub.length <= 64 ? sub : null
  } catch {
    return null
  }
}

/** The issuers that existing integrations use, and the product's own. */
export const issuers: readonly string[] = ['COUNTINGHOUSE', 'CHAIPAY', 'PORTONE']

/** Verifies a token by a secret. Resolves to the environment that it names, if it does; rejects with `serverTokenInvalid`. */
export async function verifySignedToken(
  token: string,
  { key, secret, now }: { key: string; secret: string; now: Date },
): Promise<Environment | null> {
  const seconds = now.getTime() / 1000
  const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
    algorithms: ['HS256'],
    issuer: [...issuers],
    subject: key,
    requiredClaims: ['iss', 'sub', 'iat', 'exp'],
    clockTolerance: limits.serverClockSeconds,
    currentDate: now,
  }).catch((cause: unknown) => {
    throw new Fault('serverTokenInvalid', { cause })
  })
  const { iat = 0, exp = 0 } = payload
  const life = exp - iat
  if (!(life > 0 && life <= limits.serverTokenSeconds && iat <= seconds + limits.serverClockSeconds))
    throw new Fault('serverTokenInvalid')
  const { environment } = payload
  if (environment === undefined) return null
  if (!environments.includes(environment as Environment)) throw new Fault('serverTokenInvalid')
  return environment as Environment
}
