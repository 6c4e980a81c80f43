import { build, statement, type Places } from './build.ts'
import type { Ctx } from './ctx.ts'
import { once } from './once.ts'

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
export const merchantOf = (ctx: Ctx, merchantId = ctx.owner.merchantId): Promise<MerchantOf> =>
  once(ctx, `merchant ${merchantId}`, () => read(ctx, merchantId))

/** Whether the owner takes payments, as it is at this moment. */
export async function isActive(ctx: Pick<Ctx, 'tx' | 'owner'>): Promise<boolean> {
  const [row] = await ctx.tx.rows(status({ merchantId: ctx.owner.merchantId }))
  return row?.status === 'ACTIVE'
}
const status = statement((given: Places<{ merchantId: string }>) =>
  build.selectFrom('merchants').select('status').where('merchant_id', '=', given.merchantId),
)

async function read(ctx: Ctx, merchantId: string): Promise<MerchantOf> {
  const [row] = await ctx.tx.rows(needed({ merchantId }))
  if (!row) throw new Error(`no merchant ${merchantId} in the scope`)
  return row
}
const needed = statement((given: Places<{ merchantId: string }>) =>
  build
    .selectFrom('merchants')
    .select(['key', 'name', 'brand_name', 'logo', 'country', 'email', 'time_zone', 'wrapped_key', 'secret_sealed'])
    .where('merchant_id', '=', given.merchantId),
)
