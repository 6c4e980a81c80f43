import type { Changes, Ctx } from '#server/kit/ctx.ts'
import type { Db } from '#server/kit/db/db.ts'
import { newId } from '#server/kit/db/id.ts'

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

/** Locks the record until the commit, so that a change compares with what is there and nothing comes between. */
export const lockMerchant = (db: Db, merchantId: string) =>
  db.selectFrom('merchants').select('revision').where('merchant_id', '=', merchantId).forUpdate().executeTakeFirst()

/** The columns of the record that can change. */
export interface MerchantColumns {
  name?: string | undefined
  brand_name?: string | undefined
  website_url?: string | undefined
  time_zone?: string | undefined
  logo?: string | undefined
  verify_payouts_enabled?: boolean | undefined
  send_receipts?: boolean | undefined
  master_access?: boolean | undefined
  require_two_step?: boolean | undefined
}

/** Changes the record, and adds the change to its history. The caller holds the row by {@link lockMerchant}. */
export async function changeMerchant(ctx: Ctx, columns: MerchantColumns, changes: Changes): Promise<void> {
  const { merchantId } = ctx.owner
  await ctx.db
    .updateTable('merchants')
    .set((row) => ({ ...columns, revision: row('revision', '+', 1) }))
    .where('merchant_id', '=', merchantId)
    .execute()
  await tellChanges(ctx, changes)
}

/** Adds a change to the record's history. */
export async function tellChanges(ctx: Ctx, changes: Changes): Promise<void> {
  await ctx.db
    .insertInto('merchant_changes')
    .values({
      merchant_id: ctx.owner.merchantId,
      change_id: newId(),
      at: ctx.now,
      actor_name: ctx.actor.name,
      changes: JSON.stringify(changes),
    })
    .execute()
}

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
