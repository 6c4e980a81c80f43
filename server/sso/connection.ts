import type { Configuration, ServerMetadata } from 'openid-client'
import type { Role } from '#contract/access.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Transaction } from '#server/kit/db/db.ts'
import { merchantKeys, openSealed, ssoSecretPlace } from '#server/kit/secrets/vault.ts'
import { clientOf, discover, type Reach } from './issuer.ts'

/** The public facts of a tenant. */
export interface Tenant {
  merchantId: string
  tenantId: string
  companyName: string
}
/** A merchant's connection to its provider, with the client secret decrypted. */
export interface Connection {
  tenantId: string
  issuer: string
  clientId: string
  clientSecret: string
  scopes: string[]
  provision: boolean
  provisionRoles: Role[]
}

/** Finds a tenant and its merchant; null when there is none, or it is switched off. */
export async function findTenant(tx: Transaction, tenantId: string): Promise<Tenant | null> {
  const [row] = await tx.query<Tenant>(
    `select merchant_id as "merchantId", tenant_id as "tenantId", company_name as "companyName" from find_sso_tenant($1)`,
    [tenantId],
  )
  return row ?? null
}

/** The connection of the scope's merchant, if it is switched on. Index: primary key. */
export async function openConnection(ctx: Ctx): Promise<Connection | null> {
  const row = await ctx.own.select('sso_connections').selectAll().where('enabled', '=', true).executeTakeFirst()
  if (!row) return null
  return {
    tenantId: row.tenant_id,
    issuer: row.issuer,
    clientId: row.client_id,
    clientSecret: openSealed(await merchantKeys(ctx), row.secret_sealed, ssoSecretPlace(ctx.owner.merchantId)),
    scopes: row.scopes,
    provision: row.provision,
    provisionRoles: row.provision_roles,
  }
}

/** The OpenID client of a merchant at its provider, cached with the provider's keys. Throws `IssuerUnusable`. */
export async function clientAt(
  connection: Connection,
  reach: Reach,
): Promise<{ client: Configuration; metadata: ServerMetadata }> {
  const metadata = await discover(connection.issuer, reach)
  const known = clients.get(metadata) ?? new Map<string, Configuration>()
  clients.set(metadata, known)
  const key = `${connection.clientId}\n${connection.clientSecret}`
  const client = known.get(key) ?? clientOf(metadata, connection, reach)
  known.set(key, client)
  return { client, metadata }
}
/** The cached clients by the provider's metadata: when the metadata is fetched again, so are the keys. */
const clients = new WeakMap<ServerMetadata, Map<string, Configuration>>()
