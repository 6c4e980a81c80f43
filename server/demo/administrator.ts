import { sql, type SqlBool } from 'kysely'
import type { Ctx } from '#server/kit/ctx.ts'

/** The merchant's first administrator, in whose name the demo makes what belongs to a user. */
export const firstAdministrator = (ctx: Ctx) =>
  ctx.own
    .select('sub_users')
    .select(['sub_user_id', 'name'])
    .where(sql<SqlBool>`'admin' = any (roles)`)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
