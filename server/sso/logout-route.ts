import type { FastifyInstance } from 'fastify'
import { buildEndSessionUrl } from 'openid-client'
import { ssoLogoutPath, tenantId } from '#contract/sso.ts'
import { httpOf } from '#server/kit/cookies.ts'
import type { ServeParts } from '#server/kit/handler.ts'
import { ownTransaction } from '#server/kit/own-transaction.ts'
import { base } from '#server/kit/serve.ts'
import { ownerOf, reachOf, tenantAddress } from './begin.ts'
import { clientAt, findTenant, openConnection } from './connection.ts'
import { takeIdToken } from './id-token.ts'
import { IssuerUnusable } from './issuer.ts'

/**
 * Where the browser leaves when somebody has signed out: to their provider's own sign-out, which sends them back to their
 * tenant's sign-in; straight there where the provider has none. Nothing in the request says where to, and it ends nothing
 * here: only a session that is over is told of, to the provider that opened it.
 */
export function ssoLogoutRoute(app: FastifyInstance, parts: ServeParts): void {
  app.get<{ Params: { company: string } }>(
    base + ssoLogoutPath(':company').replace('%3A', ':'),
    { config: { rate: 'sign-in', call: 'ssoLogout' } },
    async (request, reply) => {
      const to = await destination(parts, request.params.company, httpOf(request, reply).sso, request.id)
      return reply.header('Cache-Control', 'no-store').header('Referrer-Policy', 'no-referrer').redirect(to, 302)
    },
  )
}

async function destination(
  parts: ServeParts,
  company: string,
  browser: string | undefined,
  requestId: string,
): Promise<string> {
  const { house, database } = parts
  const named = tenantId.safeParse(company)
  const tenant = named.success ? await database.transaction(null, (tx) => findTenant(tx, named.data)) : null
  if (!tenant) return `${house.publicUrl}/login`
  const home = tenantAddress(house, tenant.tenantId)
  const { connection, idToken } = await ownTransaction(parts, ownerOf(tenant), { requestId }, async (ctx) => ({
    connection: await openConnection(ctx),
    idToken: await takeIdToken(ctx, browser),
  }))
  if (!connection || idToken === null) return home
  try {
    const { client, metadata } = await clientAt(connection, reachOf(house))
    if (!metadata.end_session_endpoint) return home
    return buildEndSessionUrl(client, { id_token_hint: idToken, post_logout_redirect_uri: home }).href
  } catch (error) {
    if (error instanceof IssuerUnusable) return home
    throw error
  }
}
