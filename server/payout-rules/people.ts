import type { Role } from '#contract/access.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { memo } from '#server/kit/db/memo.ts'
import type { Person } from './engine.ts'

export type People = ReadonlyMap<string, Person>

/** Those who may act on the owner's payouts, by id and in the order of their names. Read once a transaction. Index: primary key. */
export const peopleOf = (ctx: Ctx): Promise<People> =>
  memo(ctx, 'payout people', async () => {
    const rows = await ctx.tx.query<{
      sub_user_id: string
      name: string
      roles: Role[]
      is_active: boolean
      has_second_factor: boolean
    }>(
      `select sub_user_id, name, roles, is_active, has_second_factor from payout_people($1) order by name, sub_user_id`,
      [ctx.owner.merchantId],
    )
    return new Map(
      rows.map((row) => [
        row.sub_user_id,
        {
          id: row.sub_user_id,
          name: row.name,
          roles: row.roles,
          isActive: row.is_active,
          hasSecondFactor: row.has_second_factor,
        },
      ]),
    )
  })
