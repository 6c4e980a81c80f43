import type { Language } from '#i18n/languages.ts'
import type { Changes, Ctx } from '#server/kit/ctx.ts'
import type { Db } from '#server/kit/db/db.ts'
import { newId } from '#server/kit/db/id.ts'

/** Locks the record until the commit, so that a change compares with what is there and nothing comes between. */
export const lockMerchant = (db: Db, merchantId: string) =>
  db
    .selectFrom('merchants')
    .select('revision')
    .where('merchant_id', '=', merchantId)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** The columns of the record that can change. */
export interface MerchantColumns {
  name?: string | undefined
  brand_name?: string | undefined
  website_url?: string | undefined
  time_zone?: string | undefined
  language?: Language | '' | undefined
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
