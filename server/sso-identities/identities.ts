import type { Ctx } from '#server/kit/ctx.ts'
import { databaseNow } from '#server/kit/db/clock.ts'
import type { Proven } from './proofs.ts'

/** The user of the scope's merchant to whom an identity is linked; null when it is linked to none. Index: primary key. */
export async function findByIdentity(
  ctx: Ctx,
  { issuer, subject }: Pick<Proven, 'issuer' | 'subject'>,
): Promise<{ subUserId: string; name: string; isActive: boolean } | null> {
  const row = await ctx.db
    .selectFrom('sso_identities as i')
    .innerJoin('sub_users as u', (join) =>
      join.on('u.merchant_id', '=', ctx.owner.merchantId).onRef('u.sub_user_id', '=', 'i.sub_user_id'),
    )
    .select(['u.sub_user_id as subUserId', 'u.name', 'u.is_active as isActive'])
    .where('i.merchant_id', '=', ctx.owner.merchantId)
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .executeTakeFirst()
  return row ?? null
}

/** Whether a user has an identity already; they have one at most. Index: sso_identities_by_user. */
export async function hasIdentity(ctx: Ctx, subUserId: string): Promise<boolean> {
  const row = await ctx.own
    .select('sso_identities')
    .select('sub_user_id')
    .where('sub_user_id', '=', subUserId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Links an identity to a user, or notes its use by the user to whom it is linked.
 * @returns null when it is linked to another user, or the user to another identity. Of many requests at once, one gets
 * `linked`.
 */
export async function linkIdentity(
  ctx: Ctx,
  subUserId: string,
  { issuer, subject }: Pick<Proven, 'issuer' | 'subject'>,
): Promise<'linked' | 'used' | null> {
  const identity = { issuer, subject, sub_user_id: subUserId }
  const linked = await ctx.own
    .insert('sso_identities', { ...identity, created_at: databaseNow, last_used_at: databaseNow })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (linked.numInsertedOrUpdatedRows === 1n) return 'linked'
  const used = await ctx.own
    .update('sso_identities')
    .set({ last_used_at: databaseNow })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('sub_user_id', '=', subUserId)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n ? 'used' : null
}

/** Removes a user's identity; false when there is none. */
export async function unlinkIdentity(ctx: Ctx, subUserId: string): Promise<boolean> {
  const gone = await ctx.own.delete('sso_identities').where('sub_user_id', '=', subUserId).executeTakeFirst()
  return gone.numDeletedRows === 1n
}

/** Removes every identity of the merchant, when its provider changes. */
export function unlinkAll(ctx: Ctx): void {
  ctx.write(ctx.own.delete('sso_identities'))
}

/** The linked users, by name. */
export const listIdentities = (ctx: Ctx) =>
  identities(ctx).orderBy('u.name').orderBy('u.sub_user_id').limit(1_000).execute()

/** The identity of one user. */
export const identityOf = (ctx: Ctx, subUserId: string) =>
  identities(ctx).where('i.sub_user_id', '=', subUserId).executeTakeFirst()

const identities = (ctx: Ctx) =>
  ctx.db
    .selectFrom('sso_identities as i')
    .innerJoin('sub_users as u', (join) =>
      join.on('u.merchant_id', '=', ctx.owner.merchantId).onRef('u.sub_user_id', '=', 'i.sub_user_id'),
    )
    .select(['i.sub_user_id', 'u.name', 'u.email as email_address', 'i.subject', 'i.created_at', 'i.last_used_at'])
    .where('i.merchant_id', '=', ctx.owner.merchantId)
