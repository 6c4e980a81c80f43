import { sql } from 'kysely'
import type { OnboardingState } from '#contract/onboarding-states.ts'
import type { Ctx, Owner } from '#server/kit/ctx.ts'
import type { Db } from '#server/kit/db/db.ts'

/** The merchant's channels that take payments, by name. Index: primary key. */
export const listChannels = (db: Db, owner: Owner) =>
  db
    .selectFrom('payment_channels')
    .select(['channel_key as key', 'name', 'is_enabled'])
    .where('merchant_id', '=', owner.merchantId)
    .where('environment', '=', owner.environment)
    .where('provider', '<>', '')
    .where('pay_type', '=', 'PAYIN')
    .orderBy('name')
    .execute()

/** How far the merchant is onboarded at providers, by the key of the catalogue. Index: primary key. */
export async function onboardingStatesOf(ctx: Ctx): Promise<ReadonlyMap<string, OnboardingState>> {
  const rows = await ctx.own.select('onboarding_cases').select(['catalogue_key', 'state']).execute()
  return new Map(rows.map(({ catalogue_key, state }) => [catalogue_key, state]))
}

/** Whether nothing can be asked of a channel's provider, since its credentials are forgotten, here or by its lender. */
export async function isForgotten({ db, owner }: Pick<Ctx, 'db' | 'owner'>, channelKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment_channels')
    .select(
      sql<boolean>`is_forgotten or exists (
        select 1 from find_lent_credentials(payment_channels.merchant_id, payment_channels.environment, payment_channels.channel_key) c
        where octet_length(c.creds_sealed) = 0)`.as('forgotten'),
    )
    .where('merchant_id', '=', owner.merchantId)
    .where('environment', '=', owner.environment)
    .where('channel_key', '=', channelKey)
    .executeTakeFirst()
  return row?.forgotten ?? false
}
