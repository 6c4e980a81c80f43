import { buildEndSessionUrl } from 'openid-client'
import { tenantId } from '#contract/sso.ts'
import type { Before } from '#server/kit/handler.ts'
import { ownerOf, reachOf, tenantAddress } from './begin.ts'
import { clientAt, findTenant, openConnection } from './connection.ts'
import { takeIdToken } from './id-token.ts'
import { IssuerUnusable } from './issuer.ts'

/**
 * The address for a browser after its sign-out: the provider's own sign-out, or the tenant's sign-in page where the provider
 * has none. It ends no session here: only the ID token of a session that is over is sent, to the provider that opened it,
 * and once. No transaction is open during requests to the provider.
 */
export async function wayOut(before: Before, company: string, browser: string | undefined): Promise<string> {
  const { services } = before
  const named = tenantId.safeParse(company)
  const tenant = named.success ? await before.transaction((tx) => findTenant(tx, named.data)) : null
  if (!tenant) return `${services.publicUrl}/login`
  const home = tenantAddress(services, tenant.tenantId)
  const { connection, idToken } = await before.apart(ownerOf(tenant), async (ctx) => ({
    connection: await openConnection(ctx),
    idToken: await takeIdToken(ctx, browser),
  }))
  if (!connection || idToken === null) return home
  try {
    const { client, metadata } = await clientAt(connection, reachOf(services))
    if (!metadata.end_session_endpoint) return home
    return buildEndSessionUrl(client, { id_token_hint: idToken, post_logout_redirect_uri: home }).href
  } catch (error) {
    if (error instanceof IssuerUnusable) return home
    throw error
  }
}
