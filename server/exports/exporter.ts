import type { Ctx, User } from '#server/kit/ctx.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { flagsOf, type FlagFacts } from '#server/kit/auth/session-lookup.ts'
import type { Exporter } from '#server/kit/http/export-source.ts'

/** A user of the owner as an export in the background is made for them, with their rights of this moment. */
export type BackgroundUser = Exporter & Pick<User, 'name' | 'timeZone'>

/** Null for a user who may not sign in any more. Indexes: primary keys. */
export async function exporterOf(ctx: Ctx, subUserId: string): Promise<BackgroundUser | null> {
  const { merchantId, environment } = ctx.owner
  const { key, time_zone: timeZone } = await merchantOf(ctx)
  const user = await ctx.own
    .select('sub_users')
    .select(['name', 'roles'])
    .where('sub_user_id', '=', subUserId)
    .where('is_active', '=', true)
    .executeTakeFirst()
  const [merchant] = await ctx.tx.query<{ facts: FlagFacts }>('select facts from find_merchant_server($1)', [key])
  if (!user || !merchant) return null
  const flags = flagsOf(merchant.facts)
  return { merchantId, merchantKey: key, environment, subUserId, flags, timeZone, roles: user.roles, name: user.name }
}
