import type { Owner } from '#server/kit/ctx.ts'
import type { Db } from '#server/kit/db.ts'

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
      'master_access as master_merchant_access',
      'created_at',
    ])
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()

/** The merchant's payment channels by name. Index: primary key. */
export const listChannels = (db: Db, owner: Owner) =>
  db
    .selectFrom('payment_channels')
    .select(['channel_key as key', 'name', 'is_enabled'])
    .where('merchant_id', '=', owner.merchantId)
    .where('environment', '=', owner.environment)
    .orderBy('name')
    .execute()
