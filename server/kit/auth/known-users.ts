import { Fault } from '#contract/faults.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid } from '#server/kit/db/id.ts'

/** Throws `notFound` unless each of the ids is that of a user of the merchant, active or not. Index: primary key. */
export async function checkKnownUsers(ctx: Ctx, subUserIds: readonly string[]): Promise<void> {
  const ids = [...new Set(subUserIds)]
  if (ids.length === 0) return
  if (!ids.every(isUuid)) throw new Fault('notFound')
  const users = await ctx.own.select('sub_users').select('sub_user_id').where('sub_user_id', 'in', ids).execute()
  if (users.length < ids.length) throw new Fault('notFound')
}
