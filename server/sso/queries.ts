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

/** Whether the connection is switched on, and stays so until the commit. */
export async function lockEnabled(ctx: Ctx): Promise<boolean> {
  const [row] = await ctx.tx.query<{ enabled: boolean }>(
    'select enabled from sso_connections where merchant_id = $1 for share',
    [ctx.owner.merchantId],
  )
  return row?.enabled ?? false
}

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
}

/** Whether another merchant's tenant has this name. */
export async function isTenantTaken(ctx: Ctx, tenantId: string): Promise<boolean> {
  const [row] = await ctx.tx.query<{ taken: boolean }>('select sso_tenant_taken($1, $2) as taken', [
    tenantId,
    ctx.owner.merchantId,
  ])
  return row?.taken ?? false
}

/** A user of the scope's merchant. Index: primary key. */
export const findUser = (ctx: Ctx, subUserId: string) =>
  ctx.db
    .selectFrom('sub_users')
    .select(['name', 'email', 'roles', 'is_active'])
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('sub_user_id', '=', subUserId)
    .executeTakeFirst()

/** The active admins of the merchant who have a password, by name. */
export const listAdministrators = (ctx: Ctx) =>
  ctx.tx.query<{ sub_user_id: string; name: string; email_address: string }>(
    `select sub_user_id, name, email as email_address from sub_users
     where merchant_id = $1 and is_active and 'admin' = any (roles) and password_phc <> '' order by name, sub_user_id limit 200`,
    [ctx.owner.merchantId],
  )

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
    `update sessions set ended_at = clock_timestamp()
     where merchant_id = $1 and not sso and ended_at is null and sub_user_id is distinct from $2`,
    values,
  )
  await ctx.tx.query(
    'delete from sign_in_challenges where merchant_id = $1 and sso_proof is null and sub_user_id is distinct from $2',
    values,
  )
  await ctx.tx.query(
    `update one_time_tokens set used_at = coalesce(used_at, clock_timestamp())
     where merchant_id = $1 and purpose = 'reset_password' and sub_user_id is distinct from $2`,
    values,
  )
}

/** Ends all that came by the connection, or is on its way by it, but for the session that asks. */
export async function endSsoSessions(ctx: Ctx, but: string | null): Promise<void> {
  const { merchantId } = ctx.owner
  await ctx.tx.query(
    `update sessions set ended_at = clock_timestamp()
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
