import type { Owner } from '#server/kit/ctx.ts'
import type { Db } from '#server/kit/db/db.ts'

/** The merchant's channels that take payments, by name. Index: primary key. */
export const listChannels = (db: Db, owner: Owner) =>
  db
    .selectFrom('payment_channels')
    .select(['channel_key as key', 'name', 'is_enabled'])
    .where('merchant_id', '=', owner.merchantId)
    .where('environment', '=', owner.environment)
    .where('provider', '<>', '')
    .orderBy('name')
    .execute()
