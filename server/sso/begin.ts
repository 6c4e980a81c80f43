import { buildAuthorizationUrl, calculatePKCECodeChallenge, type Configuration } from 'openid-client'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx, Services } from '#server/kit/ctx.ts'
import type { Before, Http } from '#server/kit/handler.ts'
import { newToken } from '#server/kit/auth/token.ts'
import { beginAttempt } from './attempts.ts'
import { clientAt, findTenant, openConnection, type Connection, type Tenant } from './connection.ts'
import { IssuerUnusable, type Reach } from './issuer.ts'
import { refuse, whyOf } from './refuse.ts'

/** A tenant and its provider's metadata. */
export interface Ready {
  tenant: Tenant
  connection: Connection
  client: Configuration
}

/** Finds a tenant and fetches its provider's metadata, with no transaction open. Throws `notFound` and `ssoFailed`. */
export async function ready(before: Before, tenantId: string): Promise<Ready> {
  const tenant = await before.transaction((tx) => findTenant(tx, tenantId))
  const connection = tenant && (await before.apart(ownerOf(tenant), openConnection))
  if (!connection) throw new Fault('notFound')
  try {
    const { client } = await clientAt(connection, reachOf(before.services))
    return { tenant, connection, client }
  } catch (error) {
    if (!(error instanceof IssuerUnusable)) throw error
    return refuse(before, tenant.merchantId, whyOf(error))
  }
}

interface Leaving {
  /** The path that the browser opens after the sign-in. */
  returnTo?: string | undefined
  /** The session of a step-up: the provider is asked to authenticate the user again. */
  sessionId?: string
}

/** The authorisation address at the provider for one sign-in, which only this browser can complete. */
export async function leaveFor(
  ctx: Ctx,
  http: Http,
  { tenant, connection, client }: Ready,
  { returnTo = '', sessionId }: Leaving,
): Promise<string> {
  const own = await ctx.enter(ownerOf(tenant))
  const browser = /^[A-Za-z0-9_-]{43}$/.test(http.sso ?? '') ? String(http.sso) : newToken()
  const [state, nonce, verifier] = [newToken(), newToken(), newToken()]
  const { issuer, clientId } = connection
  await beginAttempt(own, {
    state,
    browser,
    facts: { nonce, verifier, issuer, clientId },
    sessionId: sessionId ?? null,
    returnTo: /^\/(?![/\\])/.test(returnTo) ? returnTo : '',
  })
  http.setSso(browser, limits.sessionHours * 3_600)
  const url = buildAuthorizationUrl(client, {
    redirect_uri: callbackAddress(ctx.services, tenant.tenantId),
    scope: ['openid', ...connection.scopes.filter((name) => name !== 'openid')].join(' '),
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(sessionId !== undefined && { prompt: 'login', max_age: '0' }),
  })
  return url.href
}

/** The redirect address; each tenant has its own, so that no provider can answer for another. */
export const callbackAddress = ({ publicUrl }: Services, tenantId: string): string =>
  `${publicUrl}/auth/callback/${tenantId}`
/** The address of a tenant's sign-in page. */
export const tenantAddress = ({ publicUrl }: Services, tenantId: string): string =>
  `${publicUrl}/login/tenant/${tenantId}`

/** A provider may have a loopback address where webhooks may. */
export const reachOf = (services: Services): Reach => ({ allowLoopback: services.allowLoopbackWebhooks })

/** A connection is shared by both environments; rows about it are stored under the sandbox. */
export const ownerOf = ({ merchantId }: Pick<Tenant, 'merchantId'>) => ({ merchantId, environment: 'sandbox' }) as const
