import { buildAuthorizationUrl, calculatePKCECodeChallenge, type Configuration } from 'openid-client'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx, House } from '#server/kit/ctx.ts'
import type { Before, Http } from '#server/kit/handler.ts'
import { newToken } from '#server/kit/token.ts'
import { beginAttempt } from './attempts.ts'
import { clientAt, findTenant, openConnection, type Connection, type Tenant } from './connection.ts'
import { IssuerUnusable, type Reach } from './issuer.ts'
import { refuse, whyOf } from './refuse.ts'

/** A tenant whose provider has been asked and can be gone to. */
export interface Ready {
  tenant: Tenant
  connection: Connection
  client: Configuration
}

/** Finds a tenant and asks its provider, with no transaction open. Throws `notFound` and `ssoFailed`. */
export async function ready(before: Before, tenantId: string): Promise<Ready> {
  const tenant = await before.transaction((tx) => findTenant(tx, tenantId))
  const connection = tenant && (await before.apart(ownerOf(tenant), openConnection))
  if (!connection) throw new Fault('notFound')
  try {
    const { client } = await clientAt(connection, reachOf(before.house))
    return { tenant, connection, client }
  } catch (error) {
    if (!(error instanceof IssuerUnusable)) throw error
    return refuse(before, tenant.merchantId, whyOf(error))
  }
}

interface Leaving {
  /** Where to go on afterwards. */
  returnTo?: string | undefined
  /** The session that is to be proven anew: the provider is asked not to take an earlier sign-in for it. */
  sessionId?: string
}

/** The address at the provider for one sign-in, which this browser alone can end. */
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
    redirect_uri: callbackAddress(ctx.house, tenant.tenantId),
    scope: ['openid', ...connection.scopes.filter((name) => name !== 'openid')].join(' '),
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(sessionId !== undefined && { prompt: 'login', max_age: '0' }),
  })
  return url.href
}

/** Where the provider sends the browser back to; each tenant has its own, so that no provider answers for another. */
export const callbackAddress = ({ publicUrl }: House, tenantId: string): string =>
  `${publicUrl}/auth/callback/${tenantId}`
/** Where people of a tenant sign in. */
export const tenantAddress = ({ publicUrl }: House, tenantId: string): string => `${publicUrl}/login/tenant/${tenantId}`

/** A provider may be on this machine where webhooks may go there. */
export const reachOf = (house: House): Reach => ({ allowLoopback: house.allowLoopbackWebhooks })

/** A connection is the same in both environments; what is written down beside it stands in the sandbox. */
export const ownerOf = ({ merchantId }: Pick<Tenant, 'merchantId'>) => ({ merchantId, environment: 'sandbox' }) as const
