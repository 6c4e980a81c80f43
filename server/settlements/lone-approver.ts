import { sql, type SqlBool } from 'kysely'
import { rules, type Role } from '#contract/access.ts'
import type { Ctx, User } from '#server/kit/ctx.ts'
import { within } from '#server/kit/db/within.ts'

const approvers: readonly Role[] = rules.reconApprove.who

/**
 * Whether the user may decide on what takes two people, and nobody else can: then one person does for two, and the audit log says so. Where
 * a master acts for another merchant, the users of both can.
 */
export async function isLoneApprover(ctx: Ctx): Promise<boolean> {
  const { user, owner } = ctx
  if (!user?.roles.some((role) => approvers.includes(role)) || (await hasOther(ctx, user))) return false
  return user.merchantId === owner.merchantId || !(await within(ctx, user.merchantId, (own) => hasOther(own, user)))
}

async function hasOther(ctx: Ctx, user: User): Promise<boolean> {
  const other = await ctx.own
    .select('sub_users')
    .select('sub_user_id')
    .where('sub_user_id', '<>', user.subUserId)
    .where('is_active', '=', true)
    .where(sql<SqlBool>`roles && ${[...approvers]}::text[]`)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
