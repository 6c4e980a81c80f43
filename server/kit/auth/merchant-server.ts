import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import type { Flags } from '#contract/access.ts'
import { Fault } from '#contract/faults.ts'
import type { Call } from '#contract/kit/call.ts'
import { signatureField, signedParams } from '#contract/kit/signed-params.ts'
import { environments, type Environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import type { RateLimit } from '#server/kit/http/rate-limit.ts'
import type { Actor } from '#server/kit/ctx.ts'
import type { Database, Transaction } from '#server/kit/db/db.ts'
import { open, type MasterKey } from '#server/kit/secrets/seal.ts'
import { secretPlace } from '#server/kit/secrets/vault.ts'
import { authTokenIn, hashAuthToken, makerOf } from './auth-token.ts'
import { flagsOf, type FlagFacts } from './session-lookup.ts'
import { verify as isSigned } from './signature.ts'

/** A merchant's server, authenticated by a token that it has signed: the second kind of caller beside a session. */
export interface MerchantServer {
  merchantId: string
  merchantKey: string
  flags: Flags
  /** The environment that the token names; null leaves it to the request. */
  environment: Environment | null
}
export const serverActor: Actor = { kind: 'server', id: null, name: 'merchant server' }

/** Whether a header holds a token of a server: one that it has signed, or one that it got for its secret. Not a session's. */
export const bringsServerToken = (authorization: string | undefined): boolean =>
  form.test(authorization ?? '') || authTokenIn(authorization) !== undefined
const form = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/
const longest = 2_048

/** A server is told that the call is not for it, since it cannot sign in again. */
export const refuseServer = (): Promise<never> => Promise.reject(new Fault('notForServers'))

/** Reads the token of a request's header. Rejects with `serverTokenInvalid`, and with `tooFast` above the rate limit. */
export type ServerReader = (authorization: string | undefined) => Promise<MerchantServer>

export function serverReader(parts: ReaderParts): ServerReader {
  return async (authorization) => {
    const token = authTokenIn(authorization)
    const { row, environment } = await (token === undefined
      ? bySignedToken(parts, authorization)
      : byToken(parts, token))
    return admitted(parts, row, environment)
  }
}
interface ReaderParts {
  database: Database
  master: MasterKey
  now: () => Date
  rateLimit: RateLimit
}
interface Found {
  row: ServerRow
  environment: Environment | null
}

async function bySignedToken(parts: ReaderParts, authorization: string | undefined): Promise<Found> {
  const token = form.exec(authorization ?? '')?.[1] ?? ''
  const claimed = claimedKey(token)
  const row = claimed === null ? undefined : await findMerchant(parts.database, claimed)
  if (claimed === null || !row) throw new Fault('serverTokenInvalid')
  return {
    row,
    environment: await verify(token, { key: row.key, secret: secretOf(parts.master, row), now: parts.now() }),
  }
}

/** A token ends with the secret for which it was given. */
async function byToken({ database, master, now }: ReaderParts, token: string): Promise<Found> {
  const [row] = await database.transaction(
    null,
    (tx) =>
      tx.query<ServerRow & { made_by: Buffer }>(`select ${rowColumns}, made_by from find_auth_token($1, $2)`, [
        hashAuthToken(token),
        now(),
      ]),
    { readOnly: true },
  )
  if (!row?.made_by.equals(makerOf(secretOf(master, row)))) throw new Fault('serverTokenInvalid')
  return { row, environment: null }
}

/** Counts the call of a server that has shown who it is. */
function admitted({ rateLimit, now }: ReaderParts, row: ServerRow, environment: Environment | null): MerchantServer {
  if (!rateLimit.take(row.merchant_id, now())) throw new Fault('tooFast')
  return { merchantId: row.merchant_id, merchantKey: row.key, flags: flagsOf(row.facts), environment }
}

/** Reads the server of a request without a token, by its merchant's key and the request's signature. */
export type SignerReader = (call: Call, key: string, body: Record<string, unknown>) => Promise<MerchantServer>

/** Rejects with `serverTokenInvalid`, whatever is wrong, before the request counts for the merchant. */
export function signerReader(parts: ReaderParts): SignerReader {
  return async (call, key, body) => {
    const row = await findMerchant(parts.database, key)
    if (!row) throw new Fault('serverTokenInvalid')
    const { [signatureField(call)]: signature } = body
    if (
      typeof signature !== 'string' ||
      !isSigned(signedParams(call, body, row.key), secretOf(parts.master, row), signature).ok
    )
      throw new Fault('serverTokenInvalid')
    return admitted(parts, row, null)
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

export interface ServerRow {
  merchant_id: string
  key: string
  wrapped_key: Buffer
  secret_sealed: Buffer
  facts: FlagFacts
}
const rowColumns = 'merchant_id, key, wrapped_key, secret_sealed, facts'

export const secretOf = (master: MasterKey, row: ServerRow): string =>
  open({ master, wrapped: row.wrapped_key }, row.secret_sealed, secretPlace(row.merchant_id))

/** Guarantee: the merchant is active and as it is now. */
export const findMerchantServer = async (tx: Transaction, key: string): Promise<ServerRow | undefined> =>
  (await tx.query<ServerRow>(`select ${rowColumns} from find_merchant_server($1)`, [key]))[0]
const findMerchant = (database: Database, key: string): Promise<ServerRow | undefined> =>
  database.transaction(null, (tx) => findMerchantServer(tx, key), { readOnly: true })
