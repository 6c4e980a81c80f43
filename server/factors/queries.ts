import type { Role } from '#contract/access.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Tables } from '#server/db/tables.ts'

/** A user's passkeys, oldest first. Index: primary key, whose ids sort by time. */
export const listPasskeys = (ctx: Ctx, subUserId: string) =>
  ctx.db
    .selectFrom('passkeys')
    .select([
      'passkey_id',
      'credential_id',
      'name',
      'public_key',
      'counter',
      'transports',
      'is_synced',
      'created_at',
      'last_used_at',
    ])
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('sub_user_id', '=', subUserId)
    .orderBy('passkey_id')
    .execute()

export async function insertPasskey(
  ctx: Ctx,
  passkey: Omit<Tables['passkeys'], 'merchant_id' | 'created_at' | 'last_used_at'>,
): Promise<void> {
  await ctx.db
    .insertInto('passkeys')
    .values({ ...passkey, merchant_id: ctx.owner.merchantId, created_at: ctx.now, last_used_at: null })
    .execute()
}

/** Stores a passkey's counter; false when it has not increased, unless the passkey does not count. */
export async function notePasskeyUse(
  ctx: Ctx,
  subUserId: string,
  { passkey_id }: { passkey_id: string },
  counter: bigint,
): Promise<boolean> {
  const noted = await ctx.tx.query(
    `update passkeys set counter = $4, last_used_at = statement_timestamp()
     where merchant_id = $1 and sub_user_id = $2 and passkey_id = $3 and (counter < $4 or (counter = 0 and $4 = 0))
     returning 1 as one`,
    [ctx.owner.merchantId, subUserId, passkey_id, counter],
  )
  return noted.length === 1
}

/** Renames a passkey. @returns its old name; undefined where the user has no such passkey. */
export async function renamePasskey(
  ctx: Ctx,
  subUserId: string,
  passkeyId: string,
  name: string,
): Promise<string | undefined> {
  const [renamed] = await ctx.tx.query<{ before: string }>(
    `update passkeys p set name = $4 from passkeys old
     where p.merchant_id = $1 and p.sub_user_id = $2 and p.passkey_id::text = $3
       and old.merchant_id = $1 and old.passkey_id = p.passkey_id and old.sub_user_id = p.sub_user_id
     returning old.name as before`,
    [ctx.owner.merchantId, subUserId, passkeyId, name],
  )
  return renamed?.before
}

/** Deletes a user's passkey. @returns its name; undefined where there is no such passkey. */
export async function deletePasskey(ctx: Ctx, subUserId: string, passkeyId: string): Promise<string | undefined> {
  const [deleted] = await ctx.tx.query<{ name: string }>(
    'delete from passkeys where merchant_id = $1 and sub_user_id = $2 and passkey_id::text = $3 returning name',
    [ctx.owner.merchantId, subUserId, passkeyId],
  )
  return deleted?.name
}

export async function deletePasskeys(ctx: Ctx, subUserId: string): Promise<void> {
  await ctx.db
    .deleteFrom('passkeys')
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('sub_user_id', '=', subUserId)
    .execute()
}

/** A user of the scope's merchant, with their row locked, so that changes of their factors happen one after the other. */
export async function lockUser(ctx: Ctx, subUserId: string) {
  const [user] = await ctx.tx.query<{
    sub_user_id: string
    name: string
    email: string
    roles: Role[]
    is_2fa_enabled: boolean
  }>(
    `select sub_user_id, name, email, roles, is_2fa_enabled from sub_users
     where merchant_id = $1 and sub_user_id::text = $2 for update`,
    [ctx.owner.merchantId, subUserId],
  )
  return user
}

/** Stores whether the user has a second factor, and returns it. The caller has locked the row by {@link lockUser}. */
export async function noteTwoStep(ctx: Ctx, subUserId: string): Promise<boolean> {
  const [row] = await ctx.tx.query<{ is_2fa_enabled: boolean }>(
    `update sub_users u set is_2fa_enabled =
       exists (select 1 from totp_factors t where t.merchant_id = $1 and t.sub_user_id = $2 and t.seed_sealed is not null)
       or exists (select 1 from passkeys p where p.merchant_id = $1 and p.sub_user_id = $2)
     where u.merchant_id = $1 and u.sub_user_id = $2 returning is_2fa_enabled`,
    [ctx.owner.merchantId, subUserId],
  )
  return row?.is_2fa_enabled ?? false
}

/** Ends every session of the user but the one that has just proved their first factor. */
export async function keepOnlySession(
  ctx: Ctx,
  { subUserId, sessionId }: { subUserId: string; sessionId: string },
  secondFactor: 'totp' | 'passkey',
): Promise<void> {
  await ctx.tx.query(
    `update sessions set ended_at = statement_timestamp()
     where merchant_id = $1 and sub_user_id = $2 and session_id <> $3 and ended_at is null`,
    [ctx.owner.merchantId, subUserId, sessionId],
  )
  await ctx.tx.query(
    `update sessions set second_factor = $3, proved_at = statement_timestamp() where merchant_id = $1 and session_id = $2`,
    [ctx.owner.merchantId, sessionId, secondFactor],
  )
}

/** A user's e-mail address. */
export const addressOf = (ctx: Ctx, subUserId: string) =>
  ctx.db
    .selectFrom('sub_users')
    .select('email')
    .where('merchant_id', '=', ctx.owner.merchantId)
    .where('sub_user_id', '=', subUserId)
    .executeTakeFirst()
