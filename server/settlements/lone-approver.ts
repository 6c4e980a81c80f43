import { sql, type SqlBool } from 'kysely'
import { rules } from '#contract/access.ts'
import type { Ctx } from '#server/kit/ctx.ts'

/** Those who may decide on what takes two people. */
const approvers = rules.reconData.who.filter((role) => role !== 'recon-user')

/** Whether the user may decide, and nobody else of the merchant can: then one person does for two, and the audit log says so. */
export async function isLoneApprover(ctx: Ctx): Promise<boolean> {
  const { user } = ctx
  if (!user || !user.roles.some((role) => approvers.some((one) => one === role))) return false
  const other = await ctx.own
    .select('sub_users')
    .select('sub_user_id')
    .where('sub_user_id', '<>', user.subUserId)
    .where('is_active', '=', true)
    .where(sql<SqlBool>`roles && ${[...approvers]}::text[]`)
    .limit(1)
    .executeTakeFirst()
  return other === undefined
}
