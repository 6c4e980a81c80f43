import type { Ctx, User } from '#server/kit/ctx.ts'
import { changeUser, note } from '#server/users/queries.ts'

/** The record of the connection, locked until the commit; nothing when there is none. Index: primary key. */
export const lockConnection = (ctx: Ctx) =>
  ctx.db
    .selectFrom('sso_connections')
    .selectAll()
    .where('merchant_id', '=', ctx.owner.merchantId)
    .forUpdate()
    .executeTakeFirst()
export type ConnectionRow = NonNullable<Awaited<ReturnType<typeof lockConnection>>>

export const readConnection = (ctx: Ctx) =>
  ctx.db.selectFrom('sso_connections').selectAll().where('merchant_id', '=', ctx.owner.merchantId).executeTakeFirst()

/** Writes the connection, new or changed. */
export async function writeConnection(
  ctx: Ctx,
  row: Omit<ConnectionRow, 'merchant_id' | 'revision' | 'created_at' | 'updated_at'>,
): Promise<void> {
  const { merchantId } = ctx.owner
  await ctx.db
    .insertInto('sso_connections')
    .values({ ...row, merchant_id: merchantId, created_at: ctx.now, updated_at: ctx.now })
    .onConflict((same) =>
      same.column('merchant_id').doUpdateSet((now) => ({
        ...row,
        updated_at: ctx.now,
        revision: now('sso_connections.revision', '+', 1),
      })),
    )
    .execute()
}

export async function deleteConnection(ctx: Ctx): Promise<void> {
  await ctx.tx.query('delete from sso_connections where merchant_id = $1', [ctx.owner.merchantId])
  await ctx.tx.query('delete from sso_tenants where merchant_id = $1', [ctx.owner.merchantId])
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
  const values = [tenantId, ctx.owner.merchantId]
  await ctx.tx.query(
    'insert into sso_tenants (tenant_id, merchant_id) values ($1, $2) on conflict (tenant_id) do nothing',
    values,
  )
  const own = await ctx.tx.query('select 1 as one from sso_tenants where tenant_id = $1 and merchant_id = $2', values)
  return own.length === 1
}

/** Whoever has read the mail has the mailbox; who was invited has come, without a password. */
export async function confirmAddress(ctx: Ctx, subUserId: string): Promise<void> {
  const [user] = await ctx.tx.query<{ name: string; invited_at: Date | null }>(
    'select name, invited_at from sub_users where merchant_id = $1 and sub_user_id = $2 for update',
    [ctx.owner.merchantId, subUserId],
  )
  if (!user) return
  await changeUser(ctx, subUserId, { is_email_verified: true, invited_at: null })
  if (user.invited_at) note(ctx, subUserId, 'accepted', { actor: user.name })
}

/** Whether a session was opened by single sign-on and goes on. */
export async function cameBySso(ctx: Ctx, user: User): Promise<boolean> {
  const [row] = await ctx.tx.query<{ sso: boolean }>(
    'select sso from sessions where merchant_id = $1 and session_id = $2 and ended_at is null',
    [user.merchantId, user.sessionId],
  )
  return row?.sso ?? false
}

/**
 * Ends all that a password has opened or is about to, but for the one who may keep it: sessions, sign-ins that wait for
 * their second factor, and links to choose another password.
 */
export async function endPasswordSessions(ctx: Ctx, but: string | null): Promise<void> {
  const values = [ctx.owner.merchantId, but]
  await ctx.tx.query(
    `update sessions set ended_at = statement_timestamp()
     where merchant_id = $1 and not sso and ended_at is null and sub_user_id is distinct from $2`,
    values,
  )
  await ctx.tx.query(
    'delete from sign_in_challenges where merchant_id = $1 and sso_proof is null and sub_user_id is distinct from $2',
    values,
  )
  await ctx.tx.query(
    `update one_time_tokens set used_at = coalesce(used_at, statement_timestamp())
     where merchant_id = $1 and purpose = 'reset_password' and sub_user_id is distinct from $2`,
    values,
  )
}

/** Ends all that came by the connection, or is on its way by it, but for the session that asks. */
export async function endSsoSessions(ctx: Ctx, but: string | null): Promise<void> {
  const { merchantId } = ctx.owner
  await ctx.tx.query(
    `update sessions set ended_at = statement_timestamp()
     where merchant_id = $1 and sso and ended_at is null and session_id is distinct from $2`,
    [merchantId, but],
  )
  await ctx.tx.query('delete from sign_in_challenges where merchant_id = $1 and sso_proof is not null', [merchantId])
  await ctx.tx.query('delete from sso_attempts where merchant_id = $1', [merchantId])
  await ctx.tx.query('delete from sso_proofs where merchant_id = $1', [merchantId])
}

/** The merchant's own short name. */
export async function slugOfMerchant(ctx: Ctx): Promise<string> {
  const [row] = await ctx.tx.query<{ slug: string }>('select slug from merchants where merchant_id = $1', [
    ctx.owner.merchantId,
  ])
  return row?.slug ?? ''
}
