import { sql } from 'kysely'
import type { Language } from '#i18n/languages.ts'
import { databaseNow } from '#server/kit/db/clock.ts'
import { build, statement, type Places } from '#server/kit/db/statements.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { memo } from '#server/kit/db/memo.ts'

/** The facts of a merchant that nearly every call needs. */
export interface MerchantOf {
  key: string
  name: string
  brand_name: string
  website_url: string
  logo: string
  country: string
  email: string
  time_zone: string
  /** The language of its people who have chosen none; empty where it has none. */
  language: Language | ''
  wrapped_key: Buffer
  secret_sealed: Buffer
  previous_secret_sealed: Buffer | null
  previous_secret_signs: boolean
  /** Whether it has not ended. */
  previous_secret_is_good: boolean
}

/**
 * The merchant's row, read once in a transaction. The gate starts the read early where a call is signed, so that it
 * costs no round trip of its own. Throws when the merchant is outside the scope.
 */
export const merchantOf = (ctx: Ctx, merchantId = ctx.owner.merchantId): Promise<MerchantOf> =>
  memo(ctx, `merchant ${merchantId}`, () => read(ctx, merchantId))

/** Whether the owner takes payments at this moment. */
export async function isActive(ctx: Pick<Ctx, 'db' | 'owner'>): Promise<boolean> {
  const [row] = (await ctx.db.executeQuery(status({ merchantId: ctx.owner.merchantId }))).rows
  return row?.status === 'ACTIVE'
}
const status = statement((given: Places<{ merchantId: string }>) =>
  build.selectFrom('merchants').select('status').where('merchant_id', '=', given.merchantId),
)

async function read(ctx: Ctx, merchantId: string): Promise<MerchantOf> {
  const [row] = (await ctx.db.executeQuery(needed({ merchantId }))).rows
  if (!row) throw new Error(`no merchant ${merchantId} in the scope`)
  return row
}
const needed = statement((given: Places<{ merchantId: string }>) =>
  build
    .selectFrom('merchants')
    .select([
      'key',
      'name',
      'brand_name',
      'website_url',
      'logo',
      'country',
      'email',
      'time_zone',
      'language',
      'wrapped_key',
      'secret_sealed',
      'previous_secret_sealed',
      'previous_secret_signs',
      sql<boolean>`coalesce(previous_secret_ends_at > ${databaseNow}, false)`.as('previous_secret_is_good'),
    ])
    .where('merchant_id', '=', given.merchantId),
)
