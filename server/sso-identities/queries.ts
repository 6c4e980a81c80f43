import type { Ctx } from '#server/kit/ctx.ts'

/** Whether the connection is switched on, and stays so until the commit. */
export async function lockEnabled(ctx: Ctx): Promise<boolean> {
  const [row] = await ctx.tx.query<{ enabled: boolean }>(
    'select enabled from sso_connections where merchant_id = $1 for share',
    [ctx.owner.merchantId],
  )
  return row?.enabled ?? false
}

/** A user of the scope's merchant. Index: primary key. */
export const findUser = (ctx: Ctx, subUserId: string) =>
  ctx.db
    .selectFrom('sub_users')
    .select(['name', 'email', 'roles', 'is_active'])
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('sub_user_id', '=', subUserId)
    .executeTakeFirst()

/** The active admins of the merchant who have a password, by name. */
export const listAdministrators = (ctx: Ctx) =>
  ctx.tx.query<{ sub_user_id: string; name: string; email_address: string }>(
    `select sub_user_id, name, email as email_address from sub_users
     where merchant_id = $1 and is_active and 'admin' = any (roles) and password_phc <> '' order by name, sub_user_id limit 200`,
    [ctx.owner.merchantId],
  )
