import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Login } from '#server/kit/auth/login.ts'
import type { Transaction } from '#server/kit/db/db.ts'

/** The tenant through which a user has to sign in; null when the password suffices. */
export async function ssoNeeded(tx: Transaction, { merchantId, subUserId }: Login): Promise<string | null> {
  const [row] = await tx.query<{ tenant: string | null }>('select sso_needed($1, $2) as tenant', [
    merchantId,
    subUserId,
  ])
  return row?.tenant ?? null
}

/** The refusal of a proven password that names the tenant. The console reads the tenant from the error of the field. */
export const goThrough = (tenantId: string): Fault =>
  new Fault('ssoRequired', { errors: [{ path: 'tenant_id', reason: 'sso_required', text: tenantId }] })

/**
 * Refuses a session by password to a user who needs single sign-on. The lock makes a change of that rule wait for the
 * commit.
 */
export async function expectPasswordWillDo(ctx: Ctx, { merchantId, subUserId }: Login): Promise<void> {
  const row = await ctx.db
    .selectFrom('sso_connections')
    .select(['tenant_id', 'required', 'break_glass_user'])
    .where('merchant_id', '=', merchantId)
    .forShare()
    .executeTakeFirst()
  if (row?.required && row.break_glass_user !== subUserId) throw goThrough(row.tenant_id)
}

/** The tenant of a user who is linked to an identity or has to be; null for other users. */
export async function tenantOfUser(
  ctx: Ctx,
  { merchantId, subUserId }: Login,
): Promise<{ tenantId: string; companyName: string; linked: boolean; required: boolean } | null> {
  const row = await ctx.db
    .selectFrom('sso_connections as c')
    .leftJoin('sso_identities as i', (join) =>
      join.on('i.merchant_id', '=', merchantId).on('i.sub_user_id', '=', subUserId),
    )
    .select(['c.tenant_id', 'c.company_name', 'c.required', 'c.break_glass_user', 'i.subject'])
    .where('c.merchant_id', '=', merchantId)
    .where('c.enabled', '=', true)
    .executeTakeFirst()
  if (!row) return null
  const linked = row.subject !== null
  const required = row.required && row.break_glass_user !== subUserId
  return linked || required ? { tenantId: row.tenant_id, companyName: row.company_name, linked, required } : null
}
