import type { Ctx } from '#server/kit/ctx.ts'
import { merchantKeys, seal, ssoSecretPlace } from '#server/kit/secrets/vault.ts'
import { writeConnection } from '#server/sso/queries.ts'

/** A connection that is set up but not switched on; its provider does not exist. */
export async function seedSso(ctx: Ctx, { slug, name }: { slug: string; name: string }): Promise<void> {
  const { merchantId } = ctx.owner
  await writeConnection(ctx, {
    tenant_id: slug,
    company_name: name,
    issuer: `https://login.${slug}.example`,
    client_id: 'countinghouse',
    secret_sealed: seal(await merchantKeys(ctx), 'no secret of anybody', ssoSecretPlace(merchantId)),
    scopes: ['email', 'profile'],
    enabled: false,
    required: false,
    break_glass_user: null,
    provision: false,
    provision_roles: [],
  })
}
