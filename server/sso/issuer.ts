import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  type ServerMetadata,
} from 'openid-client'
import { limits } from '#contract/limits.ts'
import type { IssuerFault, IssuerRemark } from '#contract/sso-connection.ts'
import { checkOutboundUrl } from '#server/kit/outbound/outbound-url.ts'
import { issuerFetch, NoAnswer } from './issuer-fetch.ts'

/** The allowed addresses of an issuer: loopback addresses only in a sandbox. */
export interface Reach {
  allowLoopback: boolean
}

/** A provider cannot be used, with the reason. */
export class IssuerUnusable extends Error {
  override name = 'IssuerUnusable'
  readonly fault: IssuerFault
  readonly detail: string
  constructor(fault: IssuerFault, detail: string) {
    super(`${fault}: ${detail}`)
    this.fault = fault
    this.detail = detail
  }
}

/**
 * Fetches and checks a provider's metadata: the issuer matches, all its addresses are allowed, and it signs with a key of
 * its own. Cached for five minutes. Throws {@link IssuerUnusable}.
 */
export function discover(issuer: string, reach: Reach): Promise<ServerMetadata> {
  const key = `${reach.allowLoopback ? 'loopback' : 'public'} ${issuer}`
  const known = discovered.get(key)
  if (known && performance.now() - known.at < keptMs) return known.metadata
  const metadata = askIssuer(issuer, reach)
  discovered.delete(key)
  discovered.set(key, { at: performance.now(), metadata })
  if (discovered.size > keptMost) discovered.delete(discovered.keys().next().value as string)
  metadata.catch(() => discovered.delete(key))
  return metadata
}
const discovered = new Map<string, { at: number; metadata: Promise<ServerMetadata> }>()
const keptMs = 300_000
const keptMost = 500

/** Removes a provider's metadata from the cache, after it has turned out to be outdated. */
export function forgetIssuer(issuer: string): void {
  for (const way of ['loopback', 'public']) discovered.delete(`${way} ${issuer}`)
}

/** The OpenID client of a merchant at its provider. It verifies the signature of every ID token. */
export function clientOf(
  metadata: ServerMetadata,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  reach: Reach,
): Configuration {
  const ways = metadata.token_endpoint_auth_methods_supported
  const basic = ways === undefined || ways.includes('client_secret_basic')
  const client = new Configuration(
    metadata,
    clientId,
    { [clockTolerance]: limits.ssoClockSeconds },
    basic ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret),
  )
  client[customFetch] = issuerFetch(reach)
  client.timeout = limits.ssoAnswerMs / 1_000
  enableNonRepudiationChecks(client)
  if (reach.allowLoopback) allowInsecureRequests(client)
  return client
}

/** Remarks on what a usable provider lacks. */
export function remarksOn(metadata: ServerMetadata): IssuerRemark[] {
  const remarks: IssuerRemark[] = []
  if (!metadata.code_challenge_methods_supported?.includes('S256')) remarks.push('pkce_unsaid')
  if (!metadata.end_session_endpoint) remarks.push('no_logout')
  if (!metadata.userinfo_endpoint) remarks.push('no_user_info')
  return remarks
}

async function askIssuer(issuer: string, reach: Reach): Promise<ServerMetadata> {
  const refused = checkOutboundUrl(issuer, reach)
  if (refused) throw new IssuerUnusable('address_refused', refused)
  if (/\/\.well-known\/|[?#]/.test(issuer)) throw new IssuerUnusable('not_a_provider', 'well-known')
  const found = await discovery(new URL(issuer), 'nobody', undefined, None(), {
    [customFetch]: issuerFetch(reach),
    timeout: limits.ssoAnswerMs / 1_000,
    ...(reach.allowLoopback && { execute: [allowInsecureRequests] }),
  }).catch((error: unknown) => {
    throw unusable(error)
  })
  // A copy, since the library relaxes a check for some providers by marks on its own object.
  const metadata = JSON.parse(JSON.stringify(found.serverMetadata())) as ServerMetadata
  return checked(metadata, issuer, reach)
}

function checked(metadata: ServerMetadata, issuer: string, reach: Reach): ServerMetadata {
  if (URL.parse(String(metadata.issuer))?.href !== new URL(issuer).href)
    throw new IssuerUnusable('issuer_differs', String(metadata.issuer).slice(0, 200))
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const)
    if (!metadata[name]) throw new IssuerUnusable('not_a_provider', name)
  for (const name of addresses) {
    const address = metadata[name]
    if (address === undefined) continue
    const why = typeof address === 'string' ? checkOutboundUrl(address, reach) : 'malformed'
    if (why) throw new IssuerUnusable('endpoint_refused', `${name}: ${why}`)
  }
  const offered = metadata.id_token_signing_alg_values_supported
  if (offered === undefined) return metadata
  const usable = offered.filter((name) => (algorithms as readonly string[]).includes(name))
  if (usable.length === 0) throw new IssuerUnusable('no_algorithm', offered.join(', ').slice(0, 200))
  return { ...metadata, id_token_signing_alg_values_supported: usable }
}

/** The addresses in the metadata that the server or the browser requests. */
const addresses = [
  'authorization_endpoint',
  'token_endpoint',
  'jwks_uri',
  'userinfo_endpoint',
  'end_session_endpoint',
] as const

/** The accepted algorithms, all with a private key of the provider; not `none`, and none with a shared secret. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const

function unusable(error: unknown): IssuerUnusable {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof IssuerUnusable) return cause
    if (cause instanceof NoAnswer) return new IssuerUnusable(faultOf(cause), cause.message)
    if (cause.name === 'TimeoutError') return new IssuerUnusable('timeout', '')
  }
  const text = error instanceof Error ? error.message : ''
  if (/issuer/i.test(text)) return new IssuerUnusable('issuer_differs', saidIssuer(error))
  const status = error instanceof Error && error.cause instanceof Response ? String(error.cause.status) : ''
  if (status !== '') return new IssuerUnusable('not_found', status)
  return new IssuerUnusable('not_a_provider', '')
}

const faultOf = ({ fault }: NoAnswer): IssuerFault => {
  if (fault === 'refused_address') return 'address_refused'
  return fault === 'timeout' || fault === 'tls' || fault === 'too_large' ? fault : 'unreachable'
}

function saidIssuer(error: unknown): string {
  const cause = error instanceof Error ? (error.cause as { body?: { issuer?: unknown } } | undefined) : undefined
  return typeof cause?.body?.issuer === 'string' ? cause.body.issuer.slice(0, 200) : ''
}
