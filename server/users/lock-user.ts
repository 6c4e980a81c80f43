import type { Ctx } from '#server/kit/ctx.ts'

/** A user of the scope's merchant, locked. Index: primary key. */
export const lockUser = (ctx: Ctx, subUserId: string) =>
  ctx.own
    .select('sub_users')
    .select(['email', 'name'])
    .where('sub_user_id', '=', subUserId)
    .forUpdate()
    .executeTakeFirst()
