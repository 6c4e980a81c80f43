import { sql } from 'kysely'
import type { Ctx } from '#server/kit/ctx.ts'

/** Whether the connection is switched on, and stays so until the commit. */
export async function lockEnabled(ctx: Ctx): Promise<boolean> {
  const row = await ctx.own.select('sso_connections').select('enabled').forShare().executeTakeFirst()
  return row?.enabled ?? false
}

/** A user of the scope's merchant. Index: primary key. */
export const findUser = (ctx: Ctx, subUserId: string) =>
  ctx.own
    .select('sub_users')
    .select(['name', 'email', 'roles', 'is_active'])
    .where('sub_user_id', '=', subUserId)
    .executeTakeFirst()

/** The active admins of the merchant who have a password, by name. */
export const listAdministrators = (ctx: Ctx) =>
  ctx.own
    .select('sub_users')
    .select(['sub_user_id', 'name', 'email as email_address'])
    .where('is_active', '=', true)
    .where(sql<boolean>`'admin' = any (roles)`)
    .where('password_phc', '!=', '')
    .orderBy('name')
    .orderBy('sub_user_id')
    .limit(200)
    .execute()
