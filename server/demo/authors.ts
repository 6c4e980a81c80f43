import type { Role } from '#contract/access.ts'
import type { Actor, Ctx } from '#server/kit/ctx.ts'

export interface Authors {
  admin: Actor
  user: Actor
}

/** Who does what users of a role do, and who does what only administrators may: those who were there from the beginning. */
export async function authorsOf(ctx: Ctx, role: Role): Promise<Authors> {
  const found = await ctx.tx.query<{ sub_user_id: string; name: string; isAdmin: boolean }>(
    `select sub_user_id, name, 'admin' = any (roles) as "isAdmin" from sub_users
     where merchant_id = $1 and is_active and is_email_verified and roles && array['admin', $2] order by created_at, name desc`,
    [ctx.owner.merchantId, role],
  )
  const actorOf = (isAdmin: boolean): Actor => {
    const one = found.find((person) => person.isAdmin === isAdmin) ?? found[0]
    if (!one) throw new Error(`nobody is ${role}`)
    return { kind: 'user', id: one.sub_user_id, name: one.name }
  }
  return { admin: actorOf(true), user: actorOf(false) }
}
