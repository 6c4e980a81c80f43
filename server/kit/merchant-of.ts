import type { Ctx } from './ctx.ts'
import type { Transaction } from './db.ts'

/** What nearly every act needs of the merchant it is for. */
export interface MerchantOf {
  key: string
  name: string
  brand_name: string
  logo: string
  country: string
  email: string
  time_zone: string
  wrapped_key: Buffer
  secret_sealed: Buffer
}

/**
 * The merchant's row, read once in a transaction however many ask; as it was when the first one did. The gate asks for it
 * ahead where a call is signed, so that it costs no round trip of its own. Throws when it is outside the scope.
 */
export function merchantOf(ctx: Ctx, merchantId = ctx.owner.merchantId): Promise<MerchantOf> {
  const known = found.get(ctx.tx) ?? new Map<string, Promise<MerchantOf>>()
  found.set(ctx.tx, known)
  const row = known.get(merchantId) ?? read(ctx, merchantId)
  known.set(merchantId, row)
  // Asked for ahead, it may fail before anybody waits for it; and what was out of scope then may be in it later.
  row.catch(() => known.delete(merchantId))
  return row
}

/** Whether the owner takes payments, as it is at this moment. */
export async function isActive(ctx: Pick<Ctx, 'db' | 'owner'>): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('merchants')
    .select('status')
    .where('merchant_id', '=', ctx.owner.merchantId)
    .executeTakeFirst()
  return row?.status === 'ACTIVE'
}

const found = new WeakMap<Transaction, Map<string, Promise<MerchantOf>>>()

function read(ctx: Ctx, merchantId: string): Promise<MerchantOf> {
  return ctx.db
    .selectFrom('merchants')
    .select(['key', 'name', 'brand_name', 'logo', 'country', 'email', 'time_zone', 'wrapped_key', 'secret_sealed'])
    .where('merchant_id', '=', merchantId)
    .executeTakeFirstOrThrow()
}
