import { sql } from 'kysely'
import type { Role } from '#contract/access.ts'
import type { UserEvent } from '#contract/users.ts'
import type { Changes, Ctx } from '#server/kit/ctx.ts'
import { isUuid, newId } from '#server/kit/db/id.ts'
import { loginName } from '#server/kit/auth/login.ts'

/** A sub-user's row, never with the password. */
export interface UserRow {
  sub_user_id: string
  name: string
  email: string
  phone: string
  roles: Role[]
  is_active: boolean
  is_email_verified: boolean
  is_2fa_enabled: boolean
  invited_at: Date | null
  revision: number
  created_at: Date
  last_seen_at: Date | null
  invitation_expires_at: Date | null
}

/** The merchant's sub-users with the time of their last activity, by the ten newest sessions of each. */
const usersOf = (ctx: Ctx) =>
  ctx.db
    .selectFrom('sub_users as u')
    .where('u.merchant_id', '=', ctx.owner.merchantId)
    .select(['u.sub_user_id', 'u.name', 'u.email', 'u.phone', 'u.roles', 'u.is_active', 'u.is_email_verified'])
    .select(['u.is_2fa_enabled', 'u.invited_at', 'u.revision', 'u.created_at'])
    .select([
      sql<Date | null>`(select max(s.last_seen_at) from (
        select last_seen_at from sessions where merchant_id = ${ctx.owner.merchantId} and sub_user_id = u.sub_user_id
        order by created_at desc limit 10) s)`.as('last_seen_at'),
      sql<Date | null>`(select t.expires_at from one_time_tokens t where t.merchant_id = ${ctx.owner.merchantId}
        and t.sub_user_id = u.sub_user_id and t.purpose = 'accept_invitation' and t.used_at is null)`.as(
        'invitation_expires_at',
      ),
    ])

/** All of the merchant's sub-users, newest first. Index: the primary key; they are bounded by `usersPerMerchant`. */
export const listUsers = (ctx: Ctx): Promise<UserRow[]> => usersOf(ctx).orderBy('u.sub_user_id', 'desc').execute()

/** One sub-user. Index: the primary key. */
export const findUser = (ctx: Ctx, subUserId: string): Promise<UserRow | undefined> =>
  isUuid(subUserId)
    ? usersOf(ctx).where('u.sub_user_id', '=', subUserId).executeTakeFirst()
    : Promise.resolve(undefined)

/** A sub-user's present rights, to be read again after waiting for a lock. */
export const findRights = (ctx: Ctx, subUserId: string) =>
  ctx.own.select('sub_users').select(['roles', 'is_active']).where('sub_user_id', '=', subUserId).executeTakeFirst()

export async function countUsers(ctx: Ctx): Promise<number> {
  const { count } = await ctx.own
    .select('sub_users')
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether another of the merchant's own users signs in by this address. */
export async function hasAddress(ctx: Ctx, email: string, { but = '' }: { but?: string } = {}): Promise<boolean> {
  const rows = await ctx.own.select('sub_users').select(['sub_user_id', 'email']).execute()
  return rows.some((row) => row.sub_user_id !== but && loginName(row.email) === loginName(email))
}

/** The names of those who can grant roles, administrators before their deputies. */
export async function listAdministrators(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.own
    .select('sub_users')
    .select(['name', 'roles'])
    .where('is_active', '=', true)
    .where('invited_at', 'is', null)
    .where(sql<boolean>`roles && array['admin', 'sub-admin']`)
    .orderBy(sql`'admin' = any (roles)`, 'desc')
    .orderBy('name')
    .limit(10)
    .execute()
  return rows.map(({ name }) => name)
}

/** Whether the merchant has an administrator who can act, other than this one. */
export async function hasOtherAdministrator(ctx: Ctx, subUserId: string): Promise<boolean> {
  const other = await ctx.own
    .select('sub_users')
    .select('sub_user_id')
    .where('sub_user_id', '!=', subUserId)
    .where('is_active', '=', true)
    .where('invited_at', 'is', null)
    .where(sql<boolean>`'admin' = any (roles)`)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Inserts an invited sub-user; {@link claimLogin} claims their address. */
export async function insertUser(
  ctx: Ctx,
  { isActive, ...user }: { name: string; email: string; phone: string; roles: Role[]; isActive: boolean },
): Promise<string> {
  const subUserId = newId()
  await ctx.own
    .insert('sub_users', {
      sub_user_id: subUserId,
      ...user,
      is_active: isActive,
      is_email_verified: false,
      password_phc: '',
      created_at: ctx.now,
      invited_at: ctx.now,
    })
    .execute()
  return subUserId
}

/** Sets the address that the user signs in by; false when another user signs in by it. */
export async function claimLogin(ctx: Ctx, email: string, subUserId: string): Promise<boolean> {
  const [row] = await ctx.tx.query<{ moved: boolean }>('select move_login($1, $2, $3) as moved', [
    loginName(email),
    ctx.owner.merchantId,
    subUserId,
  ])
  return row?.moved ?? false
}

export interface UserColumns {
  name?: string | undefined
  email?: string | undefined
  phone?: string | undefined
  roles?: Role[] | undefined
  is_active?: boolean | undefined
  is_email_verified?: boolean | undefined
  invited_at?: Date | null | undefined
  password_phc?: string | undefined
}

/** Changes the row of a user whom the caller has locked, by it or by the merchant's row. */
export async function changeUser(ctx: Ctx, subUserId: string, columns: UserColumns): Promise<void> {
  await ctx.own
    .update('sub_users')
    .set((row) => ({ ...columns, revision: row('revision', '+', 1) }))
    .where('sub_user_id', '=', subUserId)
    .execute()
}

/** Inserts an entry of a sub-user's history, in the transaction of the change. */
export function note(
  ctx: Ctx,
  subUserId: string,
  event: UserEvent,
  { changes = {}, actor = ctx.actor.name }: { changes?: Changes; actor?: string } = {},
): void {
  ctx.append('sub_user_changes', {
    sub_user_id: subUserId,
    change_id: newId(),
    at: ctx.now,
    actor_name: actor,
    event,
    changes: JSON.stringify(changes),
  })
}

/** A sub-user's history, newest first. Index: the primary key, whose ids sort by time. */
export const listUserChanges = (ctx: Ctx, subUserId: string) =>
  ctx.own
    .select('sub_user_changes')
    .select(['at', 'actor_name as actor', 'event', 'changes'])
    .where('sub_user_id', '=', subUserId)
    .orderBy('change_id', 'desc')
    .limit(100)
    .execute()
