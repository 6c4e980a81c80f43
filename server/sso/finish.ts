import { authorizationCodeGrant, AuthorizationResponseError, fetchUserInfo } from 'openid-client'
import { Fault } from '#contract/faults.ts'
import type { Before } from '#server/kit/handler.ts'
import { takeAttempt, type Attempt } from './attempts.ts'
import { callbackAddress, ownerOf, reachOf } from './begin.ts'
import { clientAt, findTenant, openConnection, type Connection, type Tenant } from './connection.ts'
import { findByIdentity } from '#server/sso-identities/identities.ts'
import { forgetIssuer } from './issuer.ts'
import { proveSession } from './step-up.ts'
import type { Proven } from '#server/sso-identities/proofs.ts'
import { refuse, whyOf } from './refuse.ts'

/** A verified sign-in that has come back from the provider. */
export interface Came {
  tenant: Tenant
  connection: Connection
  returnTo: string
  proven: Proven
  /** The user to whom the identity is linked; null when it is not linked yet. */
  user: { subUserId: string } | null
  /** True when it was the step-up of a session, which opens no new session. */
  proved: boolean
}

/**
 * Completes a sign-in from the provider's redirect: checks state and browser here; code, verifier, nonce, issuer, audience,
 * times and signature by openid-client. A state can be used once, whatever the result. Every refusal has the same answer
 * and is written into the audit log.
 */
export async function comeBack(
  before: Before,
  { tenantId, query, browser }: { tenantId: string; query: string; browser: string | undefined },
): Promise<Came> {
  const tenant = await before.transaction((tx) => findTenant(tx, tenantId))
  if (!tenant) throw new Fault('ssoFailed', { why: 'tenant' })
  const { merchantId } = tenant
  const state = new URLSearchParams(query).get('state') ?? ''
  const { attempt, connection } = await before.apart(ownerOf(tenant), async (ctx) => ({
    attempt: await takeAttempt(ctx, { state, browser }),
    connection: await openConnection(ctx),
  }))
  if (typeof attempt === 'string') return refuse(before, merchantId, attempt)
  if (!connection || connection.issuer !== attempt.issuer || connection.clientId !== attempt.clientId)
    return refuse(before, merchantId, 'changed')

  const proven = await word(before, { tenant, connection, attempt, query, state }).catch((error: unknown) => {
    if (!(error instanceof AuthorizationResponseError)) forgetIssuer(connection.issuer)
    return refuse(before, merchantId, whyOf(error))
  })
  const user = await before.apart(ownerOf(tenant), (ctx) => findByIdentity(ctx, proven))
  if (user && !user.isActive) return refuse(before, merchantId, 'inactive')
  const came = { tenant, connection, returnTo: attempt.returnTo, proven, user, proved: false }
  if (attempt.sessionId === null) return came
  const wanted = { sessionId: attempt.sessionId, subUserId: user?.subUserId ?? null, authTime: proven.authTime }
  const proved = await before.apart(ownerOf(tenant), (ctx) => proveSession(ctx, wanted))
  return proved ? { ...came, proved } : refuse(before, merchantId, 'step_up')
}

interface Asked {
  tenant: Tenant
  connection: Connection
  attempt: Attempt
  query: string
  state: string
}

/** Exchanges the code for the provider's verified claims. */
async function word(before: Before, { tenant, connection, attempt, query, state }: Asked): Promise<Proven> {
  const { client, metadata } = await clientAt(connection, reachOf(before.services))
  const address = new URL(callbackAddress(before.services, tenant.tenantId))
  address.search = query
  const tokens = await authorizationCodeGrant(client, address, {
    expectedState: state,
    expectedNonce: attempt.nonce,
    pkceCodeVerifier: attempt.verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims || !tokens.id_token || claims.sub === '' || claims.sub.length > 255) throw new Error('no subject')
  const identity = { issuer: metadata.issuer, subject: claims.sub }
  const known = await before.apart(ownerOf(tenant), (ctx) => findByIdentity(ctx, identity))
  // Some providers give the e-mail address at the user-info endpoint only; it is needed for an unknown identity.
  const more = !known && claims['email'] === undefined && metadata.userinfo_endpoint
  const told = more ? { ...(await fetchUserInfo(client, tokens.access_token, claims.sub)), ...claims } : claims
  return {
    ...identity,
    email: typeof told['email'] === 'string' ? told['email'].slice(0, 254) : '',
    emailVerified: told['email_verified'] === true,
    name: typeof told['name'] === 'string' ? told['name'].trim().slice(0, 120) : '',
    authTime: claims.auth_time ?? null,
    idToken: tokens.id_token,
  }
}
