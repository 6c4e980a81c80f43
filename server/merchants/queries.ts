import type { Ctx } from '#server/kit/ctx.ts'
import type { Db } from '#server/kit/db/db.ts'

/** The merchant record under its wire names; the secret is not selected. Index: primary key. */
export const findMerchant = (db: Db, merchantId: string) =>
  db
    .selectFrom('merchants')
    .select([
      'merchant_id as uuid',
      'key',
      'name',
      'brand_name',
      'website_url',
      'email as email_address',
      'country',
      'currency',
      'time_zone',
      'language',
      'kind',
      'status',
      'kyc_status',
      'logo',
      'verify_payouts_enabled as isVerifyPayoutsEnabled',
      'send_receipts',
      'master_access as master_merchant_access',
      'require_two_step',
      'created_at',
      'revision',
    ])
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()

/** The record's history, newest first. Index: the primary key, whose ids sort by time. */
export const listChanges = (db: Db, merchantId: string) =>
  db
    .selectFrom('merchant_changes')
    .select(['at', 'actor_name as actor', 'changes'])
    .where('merchant_id', '=', merchantId)
    .orderBy('change_id', 'desc')
    .limit(50)
    .execute()

/** The number of a merchant's logos. Index: the primary key. */
export async function countLogos(db: Db, merchantId: string): Promise<number> {
  const { count } = await db
    .selectFrom('merchant_logos')
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .where('merchant_id', '=', merchantId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Stores a logo. The same picture again is the same row. */
export async function insertLogo(ctx: Ctx, logo: { digest: Buffer; picture: Buffer; type: string }): Promise<void> {
  await ctx.db
    .insertInto('merchant_logos')
    .values({ merchant_id: ctx.owner.merchantId, ...logo, created_at: ctx.now })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'digest']).doNothing())
    .execute()
}
