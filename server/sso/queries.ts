import type { Ctx, User } from '#server/kit/ctx.ts'
import { databaseNow } from '#server/kit/db/clock.ts'
import { endedFor } from '#server/session-store/queries.ts'
import { changeUser, note } from '#server/users/queries.ts'

/** The record of the connection, locked until the commit; nothing when there is none. Index: primary key. */
export const lockConnection = (ctx: Ctx) => ctx.own.select('sso_connections').selectAll().forUpdate().executeTakeFirst()
export type ConnectionRow = NonNullable<Awaited<ReturnType<typeof lockConnection>>>

export const readConnection = (ctx: Ctx) => ctx.own.select('sso_connections').selectAll().executeTakeFirst()

/** Writes the connection, new or changed. */
export async function writeConnection(
  ctx: Ctx,
  row: Omit<ConnectionRow, 'merchant_id' | 'revision' | 'created_at' | 'updated_at'>,
): Promise<void> {
  await ctx.own
    .insert('sso_connections', { ...row, created_at: ctx.now, updated_at: ctx.now })
    .onConflict((same) =>
      same.column('merchant_id').doUpdateSet((now) => ({
        ...row,
        updated_at: ctx.now,
        revision: now('sso_connections.revision', '+', 1),
      })),
    )
    .execute()
}

export function deleteConnection(ctx: Ctx): void {
  ctx.write(ctx.own.delete('sso_connections'))
  ctx.write(ctx.own.delete('sso_tenants'))
}

/** Whether another merchant's tenant has this name. */
export async function isTenantTaken(ctx: Ctx, tenantId: string): Promise<boolean> {
  const [row] = await ctx.tx.query<{ taken: boolean }>('select sso_tenant_taken($1, $2) as taken', [
    tenantId,
    ctx.owner.merchantId,
  ])
  return row?.taken ?? false
}

/**
 * Makes a name that of the merchant's tenant; false when it is another merchant's. Of two at once, one waits for the other.
 * Names are unique over all merchants, so they are in a table of their own (`sso_tenants`).
 */
export async function claimTenant(ctx: Ctx, tenantId: string): Promise<boolean> {
  // A connection of the version before has no name in the table yet.
  if (await isTenantTaken(ctx, tenantId)) return false
  ctx.write(
    ctx.own.insert('sso_tenants', { tenant_id: tenantId }).onConflict((same) => same.column('tenant_id').doNothing()),
  )
  const own = await ctx.own
    .select('sso_tenants')
    .select('tenant_id')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  return own !== undefined
}

/** Notes that a user has read a mail to their address. An invitation counts as accepted, without a password. */
export async function confirmAddress(ctx: Ctx, subUserId: string): Promise<void> {
  const user = await ctx.own
    .select('sub_users')
    .select(['name', 'invited_at'])
    .where('sub_user_id', '=', subUserId)
    .forUpdate()
    .executeTakeFirst()
  if (!user) return
  await changeUser(ctx, subUserId, { is_email_verified: true, invited_at: null })
  if (user.invited_at) note(ctx, subUserId, 'accepted', { actor: user.name })
}

/** Whether a session was opened by single sign-on and goes on. */
export async function cameBySso(ctx: Ctx, user: User): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('sessions')
    .select('sso')
    .where('merchant_id', '=', user.merchantId)
    .where('session_id', '=', user.sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row?.sso ?? false
}

/**
 * Ends the sessions that a password has opened, the sign-ins that wait for their second factor after one, and the links for
 * another password.
 * @param but the user who may keep theirs.
 */
export function endPasswordSessions(ctx: Ctx, but: string | null): void {
  const { own } = ctx
  ctx.write(
    own
      .update('sessions')
      .set(endedFor('sso_changed'))
      .where('sso', '=', false)
      .where('ended_at', 'is', null)
      .where('sub_user_id', 'is distinct from', but),
  )
  ctx.write(
    own.delete('sign_in_challenges').where('sso_proof', 'is', null).where('sub_user_id', 'is distinct from', but),
  )
  ctx.write(
    own
      .update('one_time_tokens')
      .set({ used_at: databaseNow })
      .where('used_at', 'is', null)
      .where('purpose', '=', 'reset_password')
      .where('sub_user_id', 'is distinct from', but),
  )
}

/**
 * Ends the sessions that single sign-on has opened, and the sign-ins that are under way by it.
 * @param but the session that asks, which goes on.
 */
export function endSsoSessions(ctx: Ctx, but: string | null): void {
  const { own } = ctx
  ctx.write(
    own
      .update('sessions')
      .set(endedFor('sso_changed'))
      .where('sso', '=', true)
      .where('ended_at', 'is', null)
      .where('session_id', 'is distinct from', but),
  )
  ctx.write(own.delete('sign_in_challenges').where('sso_proof', 'is not', null))
  ctx.write(own.delete('sso_attempts'))
  ctx.write(own.delete('sso_proofs'))
}

/** The merchant's own short name. */
export async function slugOfMerchant(ctx: Ctx): Promise<string> {
  const { slug } = await ctx.own.select('merchants').select('slug').executeTakeFirstOrThrow()
  return slug
}
