import type { Ctx } from '#server/kit/ctx.ts'
import { checkedOf, digestOf, sealedNumber } from '#server/remittance-accounts/rows.ts'

/** An account that remittances go to, carrying `name`. */
export async function seedRemittanceAccount(ctx: Ctx, accountUuid: string, name: string): Promise<void> {
  const given = {
    country: 'KR',
    account_type: 'current',
    first_name: name,
    bank_id: '088',
    account_number: '110123456789',
  } as const
  await ctx.tx.query(
    `insert into remittance_accounts (merchant_id, environment, account_uuid, account_type, way, country, currency, first_name, account_no_sealed,
       account_digest, last_four, bank_code, bank_name, remittance_purpose, remittance_source, is_default, changed_by, changed_at, created_at)
     values ($1, $2, $3, 'current', 'local', 'KR', 'KRW', $4, $5, $6, '6789', '088', 'Shinhan Bank', 'GDDS', 'sales', true, $4, now(), now())`,
    [
      ctx.owner.merchantId,
      ctx.owner.environment,
      accountUuid,
      name,
      await sealedNumber(ctx, accountUuid, given.account_number),
      await digestOf(ctx, checkedOf(given)),
    ],
  )
}
