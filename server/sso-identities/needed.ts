import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Login } from '#server/kit/auth/login.ts'
import type { Transaction } from '#server/kit/db/db.ts'

/** The tenant that somebody has to sign in through, their password being worth nothing; null where it will do. */
export async function ssoNeeded(tx: Transaction, { merchantId, subUserId }: Login): Promise<string | null> {
  const [row] = await tx.query<{ tenant: string | null }>('select sso_needed($1, $2) as tenant', [
    merchantId,
    subUserId,
  ])
  return row?.tenant ?? null
}

/** Sends somebody who has proven their password on to their tenant. The console reads the tenant where it stands. */
export const goThrough = (tenantId: string): Fault =>
  new Fault('ssoRequired', { errors: [{ path: 'tenant_id', reason: 'sso_required', text: tenantId }] })

/** Refuses a session by password to whoever needs single sign-on; whoever begins to require it waits until the commit. */
export async function expectPasswordWillDo(ctx: Ctx, { merchantId, subUserId }: Login): Promise<void> {
  const [row] = await ctx.tx.query<{ tenant_id: string; needed: boolean }>(
    `select tenant_id, required and break_glass_user is distinct from $2 as needed
     from sso_connections where merchant_id = $1 for share`,
    [merchantId, subUserId],
  )
  if (row?.needed) throw goThrough(row.tenant_id)
}

/** The tenant of a user for whom single sign-on means something: they are linked, or have to be. Null for the others. */
export async function tenantOfUser(
  ctx: Ctx,
  { merchantId, subUserId }: Login,
): Promise<{ tenantId: string; companyName: string; linked: boolean; required: boolean } | null> {
  const [row] = await ctx.tx.query<{ tenantId: string; companyName: string; linked: boolean; required: boolean }>(
    `select c.tenant_id as "tenantId", c.company_name as "companyName", i.sub_user_id is not null as linked,
       c.required and c.break_glass_user is distinct from $2 as required
     from sso_connections c
     left join sso_identities i on i.merchant_id = $1 and i.sub_user_id = $2
     where c.merchant_id = $1 and c.enabled`,
    [merchantId, subUserId],
  )
  return row && (row.linked || row.required) ? row : null
}
