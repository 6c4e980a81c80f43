import type { Ctx } from '#server/kit/ctx.ts'
import type { Proven } from './proofs.ts'

/** Whose identity this is among the scope's merchant's active users; null when it is nobody's. Index: primary key. */
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
  const [row] = await ctx.tx.query<{ has: boolean }>(
    'select exists (select 1 from sso_identities where merchant_id = $1 and sub_user_id = $2) as has',
    [ctx.owner.merchantId, subUserId],
  )
  return row?.has ?? false
}

/**
 * Makes the identity this user's, or notes that they have used it: `linked`, `used`, or null when it is somebody else's
 * or they have another one. Of many at once, one links.
 */
export async function linkIdentity(
  ctx: Ctx,
  subUserId: string,
  { issuer, subject }: Pick<Proven, 'issuer' | 'subject'>,
): Promise<'linked' | 'used' | null> {
  const values = [ctx.owner.merchantId, issuer, subject, subUserId]
  const linked = await ctx.tx.query(
    `insert into sso_identities (merchant_id, issuer, subject, sub_user_id, created_at, last_used_at)
     values ($1, $2, $3, $4, statement_timestamp(), statement_timestamp()) on conflict do nothing returning 1 as one`,
    values,
  )
  if (linked.length === 1) return 'linked'
  const used = await ctx.tx.query(
    `update sso_identities set last_used_at = statement_timestamp()
     where merchant_id = $1 and issuer = $2 and subject = $3 and sub_user_id = $4 returning 1 as one`,
    values,
  )
  return used.length === 1 ? 'used' : null
}

/** Takes a user's identity away; false when they have none. */
export async function unlinkIdentity(ctx: Ctx, subUserId: string): Promise<boolean> {
  const gone = await ctx.tx.query(
    'delete from sso_identities where merchant_id = $1 and sub_user_id = $2 returning 1 as one',
    [ctx.owner.merchantId, subUserId],
  )
  return gone.length === 1
}

/** Takes every identity of the merchant away: they were of a provider that is no longer its own. */
export async function unlinkAll(ctx: Ctx): Promise<void> {
  await ctx.tx.query('delete from sso_identities where merchant_id = $1', [ctx.owner.merchantId])
}

/** Who is linked, by name. */
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
