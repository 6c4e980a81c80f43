import type { Flags } from '#contract/access.ts'
import { Fault } from '#contract/faults.ts'
import type { Call } from '#contract/kit/call.ts'
import { signatureField, signedParams } from '#contract/kit/signed-params.ts'
import type { Environment } from '#contract/kit/wire.ts'
import type { RateLimit } from '#server/kit/http/rate-limit.ts'
import type { Actor } from '#server/kit/ctx.ts'
import type { Database } from '#server/kit/db/db.ts'
import type { MasterKey } from '#server/kit/secrets/seal.ts'
import { authTokenIn, hashAuthToken, makerOf } from './auth-token.ts'
import { readServerKey, type ServerKey } from './server-key.ts'
import { serverKeyForm } from './server-key-form.ts'
import { flagsOf } from './session-lookup.ts'
import { verify as isSigned } from './signature.ts'
import { claimedKey, signedTokenIn, verifySignedToken } from './signed-token.ts'
import { findAuthToken, findSigningMerchant, goodSecrets, type SigningMerchant } from './signing-merchant.ts'

/**
 * A merchant's server, authenticated by a token that it has signed, by an auth token that it got for the merchant's secret, by a
 * server key or by the signature of its request: the second kind of caller beside a session.
 */
export interface MerchantServer {
  merchantId: string
  merchantKey: string
  flags: Flags
  /** The environment that the token names; null leaves it to the request. */
  environment: Environment | null
  /** The key that it came with; null of whoever has the merchant's secret, which may do all that servers may. */
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

/** Whether a header holds a token of a server or a server key, not a session token. */
export const bringsServerToken = (authorization: string | undefined): boolean =>
  signedTokenIn(authorization) !== undefined ||
  authTokenIn(authorization) !== undefined ||
  serverKeyIn(authorization) !== null

function serverKeyIn(authorization = ''): string | null {
  const bearer = authorization.startsWith('Bearer ') ? authorization.slice(7) : ''
  return serverKeyForm.test(bearer) ? bearer : null
}

/** A server is told that the call is not for it, since it cannot sign in again. */
export const refuseServer = (): Promise<never> => Promise.reject(new Fault('notForServers'))

interface ReaderParts {
  database: Database
  master: MasterKey
  now: () => Date
  rateLimit: RateLimit
}

/** Reads the token or key of a request's header, which came from an address. Rejects with `serverTokenInvalid`, and with `tooFast` above the rate limit. */
export type ServerReader = (authorization: string | undefined, address: string) => Promise<MerchantServer>

export function serverReader(parts: ReaderParts): ServerReader {
  function read(authorization: string | undefined, address: string): Promise<MerchantServer> {
    const serverKey = serverKeyIn(authorization)
    if (serverKey !== null) return readServerKey(parts.database, serverKey, address)
    const token = authTokenIn(authorization)
    return token === undefined ? bySignedToken(parts, signedTokenIn(authorization) ?? '') : byAuthToken(parts, token)
  }
  return async (authorization, address) => admitted(parts, await read(authorization, address))
}

/** Reads the server of a request without a token, by its merchant's key and the request's signature. */
export type SignerReader = (call: Call, key: string, body: Record<string, unknown>) => Promise<MerchantServer>

/** Rejects with `serverTokenInvalid`, whatever is wrong, before the request counts for the merchant. */
export function signerReader(parts: ReaderParts): SignerReader {
  return async (call, key, body) => {
    const row = await findMerchant(parts.database, key)
    const { [signatureField(call)]: signature } = body
    if (!row || typeof signature !== 'string') throw new Fault('serverTokenInvalid')
    const params = signedParams(call, body, row.key)
    const by = goodSecrets(parts.master, row).find(({ secret }) => isSigned(params, secret, signature).ok)
    if (!by) throw new Fault('serverTokenInvalid')
    return admitted(parts, serverOf(row, by.credential, null))
  }
}

async function bySignedToken({ database, master, now }: ReaderParts, token: string): Promise<MerchantServer> {
  const claimed = claimedKey(token)
  const row = claimed === null ? undefined : await findMerchant(database, claimed)
  if (!row) throw new Fault('serverTokenInvalid')
  const trials = goodSecrets(master, row).map(async ({ secret, credential }) => {
    const environment = await verifySignedToken(token, { key: row.key, secret, now: now() })
    return serverOf(row, credential, environment)
  })
  return Promise.any(trials).catch(({ errors: [cause] }: AggregateError) => {
    throw cause
  })
}

/** A token ends with the secret for which it was given, and counts as a use of it. */
async function byAuthToken({ database, master, now }: ReaderParts, token: string): Promise<MerchantServer> {
  const row = await findAuthToken(database, hashAuthToken(token), now())
  const by = row && goodSecrets(master, row).find(({ secret }) => row.made_by.equals(makerOf(secret)))
  if (!row || !by) throw new Fault('serverTokenInvalid')
  return serverOf(row, by.credential, null)
}

const findMerchant = (database: Database, key: string): Promise<SigningMerchant | undefined> =>
  database.transaction(null, (tx) => findSigningMerchant(tx, key), { readOnly: true })

const serverOf = (row: SigningMerchant, credential: string, environment: Environment | null): MerchantServer => ({
  merchantId: row.merchant_id,
  merchantKey: row.key,
  flags: flagsOf(row.facts),
  environment,
  key: null,
  credential,
  refused: null,
})

/** Counts the call of a server that has shown who it is. */
function admitted({ rateLimit, now }: ReaderParts, server: MerchantServer): MerchantServer {
  if (!rateLimit.take(server.merchantId, now())) throw new Fault('tooFast')
  return server
}
