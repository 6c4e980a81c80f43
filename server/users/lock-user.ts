import type { Ctx } from '#server/kit/ctx.ts'

/** A user of the scope's merchant, locked. Index: primary key. */
export const lockUser = (ctx: Ctx, subUserId: string) =>
  ctx.db
    .selectFrom('sub_users')
    .select(['email', 'name'])
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('sub_user_id', '=', subUserId)
    .forUpdate()
    .executeTakeFirst()
