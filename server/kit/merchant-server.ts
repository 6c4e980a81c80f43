import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import type { Flags } from '#contract/access.ts'
import { Fault } from '#contract/faults.ts'
import { environments, type Environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import type { Allowance } from './allowance.ts'
import type { Actor } from './ctx.ts'
import type { Database } from './db.ts'
import { open, type MasterKey } from './seal.ts'
import { secretPlace } from './vault.ts'
import { flagsOf, type FlagFacts } from './who.ts'

/** A merchant's own server, as the token that it has signed tells: the second kind of who, beside a session. */
export interface MerchantServer {
  merchantId: string
  merchantKey: string
  flags: Flags
  /** What the token says; null leaves it to the request. */
  environment: Environment | null
}
export const serverActor: Actor = { kind: 'server', id: null, name: 'merchant server' }

/** Whether a header brings a token that a server has signed, and not one of a session. */
export const bringsServerToken = (authorization: string | undefined): boolean => form.test(authorization ?? '')
const form = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/
const longest = 2_048

/** Reads the token of a request's header. Rejects with `sessionLost`, and `tooFast` for a server that asks too often. */
export type ServerReader = (authorization: string | undefined) => Promise<MerchantServer>

export function serverReader(parts: {
  database: Database
  master: MasterKey
  now: () => Date
  allowance: Allowance
}): ServerReader {
  return async (authorization) => {
    const token = form.exec(authorization ?? '')?.[1] ?? ''
    const claimed = claimedKey(token)
    const row = claimed === null ? undefined : await findMerchant(parts.database, claimed)
    if (claimed === null || !row) throw new Fault('sessionLost')
    const keys = { master: parts.master, wrapped: row.wrapped_key }
    const secret = open(keys, row.secret_sealed, secretPlace(row.merchant_id))
    const environment = await verify(token, { key: row.key, secret, now: parts.now() })
    if (!parts.allowance.take(row.merchant_id, parts.now())) throw new Fault('tooFast')
    return { merchantId: row.merchant_id, merchantKey: row.key, flags: flagsOf(row.facts), environment }
  }
}

/** Whom an unverified token names; null for one of another form than ours. */
function claimedKey(token: string): string | null {
  if (token.length > longest) return null
  // Base64 has several spellings of the same bytes; a token has one.
  if (!token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)) return null
  try {
    const { alg, typ, ...more } = decodeProtectedHeader(token)
    // A header that names a key, or where to fetch one, wants to be believed; the merchant's secret is the only key.
    if (alg !== 'HS256' || (typ !== undefined && typ !== 'JWT') || Object.keys(more).length > 0) return null
    const { sub } = decodeJwt(token)
    return typeof sub === 'string' && sub.length > 0 && sub.length <= 64 ? sub : null
  } catch {
    return null
  }
}

/** The names that the product has had in integrations, and its own. */
const issuers = ['COUNTINGHOUSE', 'CHAIPAY', 'PORTONE']

async function verify(
  token: string,
  { key, secret, now }: { key: string; secret: string; now: Date },
): Promise<Environment | null> {
  const seconds = now.getTime() / 1000
  const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
    algorithms: ['HS256'],
    issuer: issuers,
    subject: key,
    requiredClaims: ['iss', 'sub', 'iat', 'exp'],
    clockTolerance: limits.serverClockSeconds,
    currentDate: now,
  }).catch((cause: unknown) => {
    throw new Fault('sessionLost', { cause })
  })
  const { iat = 0, exp = 0 } = payload
  const life = exp - iat
  if (!(life > 0 && life <= limits.serverTokenSeconds && iat <= seconds + limits.serverClockSeconds))
    throw new Fault('sessionLost')
  const { environment } = payload
  if (environment === undefined) return null
  if (!environments.includes(environment as Environment)) throw new Fault('sessionLost')
  return environment as Environment
}

interface ServerRow {
  merchant_id: string
  key: string
  wrapped_key: Buffer
  secret_sealed: Buffer
  facts: FlagFacts
}
/** Guarantee: of an active merchant, as it is now. */
const findMerchant = (database: Database, key: string): Promise<ServerRow | undefined> =>
  database.transaction(
    null,
    async (tx) =>
      (
        await tx.query<ServerRow>(
          'select merchant_id, key, wrapped_key, secret_sealed, facts from find_merchant_server($1)',
          [key],
        )
      )[0],
    { readOnly: true },
  )
