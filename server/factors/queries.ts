import type { Insertable } from 'kysely'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Tables } from '#server/db/tables.ts'
import { databaseNow } from '#server/kit/db/clock.ts'
import { isUuid } from '#server/kit/db/id.ts'
import { endOtherSessions } from '#server/session-store/queries.ts'

/** A user's passkeys, oldest first. Index: primary key, whose ids sort by time. */
export const listPasskeys = (ctx: Ctx, subUserId: string) =>
  ctx.own
    .select('passkeys')
    .select([
      'passkey_id',
      'credential_id',
      'name',
      'public_key',
      'counter',
      'transports',
      'is_synced',
      'is_resident',
      'created_at',
      'last_used_at',
    ])
    .where('sub_user_id', '=', subUserId)
    .orderBy('passkey_id')
    .execute()

export async function insertPasskey(
  ctx: Ctx,
  passkey: Omit<Insertable<Tables['passkeys']>, 'merchant_id' | 'created_at' | 'last_used_at'>,
): Promise<void> {
  await ctx.own.insert('passkeys', { ...passkey, created_at: ctx.now, last_used_at: null }).execute()
}

/** Stores a passkey's counter; false when it has not increased, unless the passkey does not count. */
export async function notePasskeyUse(
  ctx: Ctx,
  subUserId: string,
  { passkey_id }: { passkey_id: string },
  counter: bigint,
): Promise<boolean> {
  const noted = await ctx.own
    .update('passkeys')
    .set({ counter, last_used_at: databaseNow })
    .where('sub_user_id', '=', subUserId)
    .where('passkey_id', '=', passkey_id)
    .where(({ or, eb }) => or([eb('counter', '<', counter), ...(counter === 0n ? [eb('counter', '=', 0n)] : [])]))
    .executeTakeFirst()
  return noted.numUpdatedRows === 1n
}

/** Renames a passkey. @returns its old name; undefined where the user has no such passkey. */
export async function renamePasskey(
  ctx: Ctx,
  subUserId: string,
  passkeyId: string,
  name: string,
): Promise<string | undefined> {
  if (!isUuid(passkeyId)) return undefined
  const before = await ctx.own
    .select('passkeys')
    .select('name')
    .where('sub_user_id', '=', subUserId)
    .where('passkey_id', '=', passkeyId)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return undefined
  ctx.write(
    ctx.own.update('passkeys').set({ name }).where('sub_user_id', '=', subUserId).where('passkey_id', '=', passkeyId),
  )
  return before.name
}

/** Deletes a user's passkey. @returns its name; undefined where there is no such passkey. */
export async function deletePasskey(ctx: Ctx, subUserId: string, passkeyId: string): Promise<string | undefined> {
  if (!isUuid(passkeyId)) return undefined
  const deleted = await passkeysOf(ctx, subUserId)
    .where('passkey_id', '=', passkeyId)
    .returning('name')
    .executeTakeFirst()
  return deleted?.name
}

export function deletePasskeys(ctx: Ctx, subUserId: string): void {
  ctx.write(passkeysOf(ctx, subUserId))
}

const passkeysOf = (ctx: Ctx, subUserId: string) => ctx.own.delete('passkeys').where('sub_user_id', '=', subUserId)

/** A user of the scope's merchant, with their row locked, so that changes of their factors happen one after the other. */
export async function lockUser(ctx: Ctx, subUserId: string) {
  if (!isUuid(subUserId)) return undefined
  return ctx.own
    .select('sub_users')
    .select(['sub_user_id', 'roles', 'is_2fa_enabled'])
    .where('sub_user_id', '=', subUserId)
    .forUpdate()
    .executeTakeFirst()
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

/** Ends the user's other sessions. The one that goes on has just proved their first factor. */
export function keepOnlySession(
  ctx: Ctx,
  user: { subUserId: string; sessionId: string },
  secondFactor: 'totp' | 'passkey',
): void {
  endOtherSessions(ctx, user, 'two_step_changed')
  ctx.write(
    ctx.own
      .update('sessions')
      .set({ second_factor: secondFactor, proved_at: databaseNow })
      .where('session_id', '=', user.sessionId),
  )
}

/** A user's e-mail address. */
export const addressOf = (ctx: Ctx, subUserId: string) =>
  ctx.own.select('sub_users').select('email').where('sub_user_id', '=', subUserId).executeTakeFirst()
