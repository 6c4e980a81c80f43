import { denial, rules, type Flags, type RuleName } from '#contract/access.ts'
import { rolesFor } from '#contract/grants.ts'
import type { Input, Output } from '#contract/kit/call.ts'
import type { verifyPermissions as declaration } from '#contract/users.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { merchantOf } from '#server/kit/auth/merchant-of.ts'
import { flagsOf, type FlagFacts } from '#server/kit/auth/session-lookup.ts'
import { listAdministrators, type UserRow } from './queries.ts'

/**
 * Which of the requested permissions a sub-user has, and why not. For the session's own user it uses the roles of "view as".
 */
export async function verifyPermissions(
  ctx: Ctx,
  user: UserRow,
  { permissions }: Input<typeof declaration>['body'],
): Promise<Output<typeof declaration>> {
  const asked = permissions === undefined ? (Object.keys(rules) as RuleName[]) : [permissions].flat()
  const own = ctx.user?.subUserId === user.sub_user_id
  const roles = own && ctx.user ? ctx.user.roles : user.roles
  const [flags, administrators] = await Promise.all([flagsHere(ctx), listAdministrators(ctx)])
  const answers = [...new Set(asked)].map((permission) => {
    const reason = user.is_active ? denial(permission, { roles, flags }) : 'inactive'
    const missing_roles = reason === 'role' ? [...rolesFor(permission)] : []
    return { permission, allowed: reason === null, reason, missing_roles }
  })
  return {
    subUserUuid: user.sub_user_id,
    roles,
    is_active: user.is_active,
    all_allowed: answers.every(({ allowed }) => allowed),
    permissions: answers,
    administrators,
  }
}

/** The flags of the merchant in the request, which may not be the master's own. */
async function flagsHere(ctx: Ctx): Promise<Flags> {
  if (ctx.user?.merchantId === ctx.owner.merchantId) return ctx.user.flags
  const { key } = await merchantOf(ctx)
  const [row] = await ctx.tx.query<{ facts: FlagFacts }>('select facts from find_merchant_server($1)', [key])
  return flagsOf(row?.facts ?? {})
}
