import type { Output } from '#contract/kit/call.ts'
import type { readOwnSso } from '#contract/sso.ts'
import type { readSso } from '#contract/sso-connection.ts'
import type { Ctx, User } from '#server/kit/ctx.ts'
import { masked } from '#server/kit/secrets/seal.ts'
import { merchantKeys, openSealed, ssoSecretPlace } from '#server/kit/secrets/vault.ts'
import { identityOf, listIdentities } from '#server/sso-identities/identities.ts'
import { isTenantTaken, readConnection, slugOfMerchant, type ConnectionRow } from './queries.ts'
import { listAdministrators } from '#server/sso-identities/queries.ts'

/** The connection as its administrators see it, with the linked users. */
export async function shownSso(ctx: Ctx): Promise<Output<typeof readSso>> {
  const row = await readConnection(ctx)
  return {
    connection: row ? await shownConnection(ctx, row) : null,
    suggested_tenant_id: row?.tenant_id ?? (await freeName(ctx)),
    origin: ctx.services.publicUrl,
    identities: await listIdentities(ctx),
    administrators: await listAdministrators(ctx),
  }
}

async function shownConnection(ctx: Ctx, row: ConnectionRow) {
  const { merchant_id: merchantId, secret_sealed: sealed, created_at: _, ...shown } = row
  return { ...shown, client_secret: masked(openSealed(await merchantKeys(ctx), sealed, ssoSecretPlace(merchantId))) }
}

/** The merchant's own short name, if it is a valid and free tenant name. */
async function freeName(ctx: Ctx): Promise<string> {
  const slug = await slugOfMerchant(ctx)
  return (await isTenantTaken(ctx, slug)) ? '' : slug
}

/** The state of single sign-on for one user. */
export async function shownOwn(ctx: Ctx, user: User): Promise<Output<typeof readOwnSso>> {
  const row = await readConnection(ctx)
  const tenant = row?.enabled ? { tenant_id: row.tenant_id, company_name: row.company_name, issuer: row.issuer } : null
  return { tenant, identity: (await identityOf(ctx, user.subUserId)) ?? null }
}
