import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import type { Flags } from '#contract/access.ts'
import { Fault } from '#contract/faults.ts'
import { environments, type Environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import type { RateLimit } from '#server/kit/http/rate-limit.ts'
import type { Actor } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db/db.ts'
import { open, type MasterKey } from '#server/kit/secrets/seal.ts'
import { previousSecretPlace, secretPlace } from '#server/kit/secrets/vault.ts'
import { secretCredential } from './credential.ts'
import { readServerKey, type ServerKey } from './server-key.ts'
import { serverKeyForm } from './server-key-form.ts'
import { flagsOf, type FlagFacts } from './session-lookup.ts'

/**
 * A merchant's server, authenticated by a token that it has signed or by a server key: the second kind of caller beside a
 * session.
 */
export interface MerchantServer {
  merchantId: string
  merchantKey: string
  flags: Flags
  /** The environment that the token names; null leaves it to the request. */
  environment: Environment | null
  /** The key that it came with; null of a token, which may do all that servers may. */
  key: ServerKey | null
  /** By what it proved itself, for the last use. */
  credential: string
  /** Why it is refused although it is proved; null when it is not. */
  refused: Refusal | null
}
export type Refusal = 'SERVER_KEY_ENDED' | 'SERVER_KEY_NETWORK'
export const serverActor = (key: ServerKey | null): Actor =>
  key
    ? { kind: 'server', id: key.keyId, name: `server key ${key.name}` }
    : { kind: 'server', id: null, name: 'merchant server' }

/** Whether a header holds a token signed by a server or a server key, not a session token. */
export const bringsServerToken = (authorization: string | undefined): boolean =>
  form.test(authorization ?? '') || keyIn(authorization) !== null
const form = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/

function keyIn(authorization = ''): string | null {
  const bearer = authorization.startsWith('Bearer ') ? authorization.slice(7) : ''
  return serverKeyForm.test(bearer) ? bearer : null
}
const longest = 2_048

/** A server is told that the call is not for it, since it cannot sign in again. */
export const refuseServer = (): Promise<never> => Promise.reject(new Fault('notForServers'))

/** Reads the token or key of a request's header, which came from an address. Rejects with `serverTokenInvalid`, and with `tooFast` above the rate limit. */
export type ServerReader = (authorization: string | undefined, address: string) => Promise<MerchantServer>

export function serverReader(parts: {
  database: Database
  master: MasterKey
  now: () => Date
  rateLimit: RateLimit
}): ServerReader {
  async function read(authorization: string | undefined, address: string): Promise<MerchantServer> {
    const serverKey = keyIn(authorization)
    if (serverKey !== null) return readServerKey(parts.database, serverKey, address)
    const token = form.exec(authorization ?? '')?.[1] ?? ''
    const claimed = claimedKey(token)
    const row = claimed === null ? undefined : await findMerchant(parts.database, claimed)
    if (claimed === null || !row) throw new Fault('serverTokenInvalid')
    const keys = { master: parts.master, wrapped: row.wrapped_key }
    const newest = open(keys, row.secret_sealed, secretPlace(row.merchant_id))
    const previous = row.previous_sealed && open(keys, row.previous_sealed, previousSecretPlace(row.merchant_id))
    const by = (secret: string) => verify(token, { key: row.key, secret, now: parts.now() })
    let version = row.secret_version
    const environment = await by(newest).catch((cause: unknown) => {
      if (previous === null) throw cause
      version -= 1
      return by(previous)
    })
    const credential = secretCredential(version)
    return {
      merchantId: row.merchant_id,
      merchantKey: row.key,
      flags: flagsOf(row.facts),
      environment,
      key: null,
      credential,
      refused: null,
    }
  }
  return async (authorization, address) => {
    const server = await read(authorization, address)
    if (!parts.rateLimit.take(server.merchantId, parts.now())) throw new Fault('tooFast')
    return server
  }
}

/** The merchant key in an unverified token; null for a token of another form. */
function claimedKey(token: string): string | null {
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

async function verify(
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

interface ServerRow {
  merchant_id: string
  key: string
  wrapped_key: Buffer
  secret_sealed: Buffer
  previous_sealed: Buffer | null
  secret_version: number
  facts: FlagFacts
}
/** Guarantee: the merchant is active and as it is now. */
const findMerchant = (database: Database, key: string): Promise<ServerRow | undefined> =>
  database.transaction(
    null,
    async (tx) =>
      (
        await tx.query<ServerRow>(
          'select merchant_id, key, wrapped_key, secret_sealed, previous_sealed, secret_version, facts from find_signing_merchant($1)',
          [key],
        )
      )[0],
    { readOnly: true },
  )
