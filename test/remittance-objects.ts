import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { merchantKeys, remittanceDocumentPlace, seal } from '#server/kit/secrets/vault.ts'
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

/** A settlement that is cut, with a payment of its own in it, and what it has held in the reserve. */
export async function seedRemittance(ctx: Ctx, settlementRef: string, orderRef: string, name: string): Promise<void> {
  const owner = [ctx.owner.merchantId, ctx.owner.environment]
  await ctx.tx.query(
    `insert into remittance_terms (merchant_id, environment, version, destination_currency, channel_key, every, weekday, month_day, markup_percent,
       tolerance_percent, transfer_fee_minor, minimum_minor, withholding, reserve_kind, reserve_percent, reserve_days, reserve_target_minor, made_by, created_at)
     values ($1, $2, 1, 'KRW', 'SIMULATOR', 'week', 7, 0, 0.9, 1, 0, 0, '{}', 'rolling', 10, 30, 0, $3, now()) on conflict do nothing`,
    [...owner, name],
  )
  await ctx.tx.query(
    `insert into remittances (merchant_id, environment, settlement_ref, status, source_currency, base_currency, destination_currency, period_from, cut_on,
       terms_version, txn_count, total_txn_amount_sc, source_forex_rate, source_rate_of, total_txn_amount_bc, net_source_bc, reserve_credit_bc,
       cut_forex_rate, created_at, updated_at)
     values ($1, $2, $3, 'Calculated', 'USD', 'USD', 'KRW', '2026-01-05', '2026-01-12', 1, 1, 10000, 1, $4, 10000, 10000, 1000, 1390, now(), now())`,
    [...owner, settlementRef, name],
  )
  await ctx.tx.query(
    `insert into remittance_items (merchant_id, environment, kind, ref, settlement_ref, order_ref, amount_minor, currency, sold_on, country, at)
     values ($1, $2, 'payment', $4, $3, $4, 10000, 'USD', '2026-01-06', 'US', now())`,
    [...owner, settlementRef, orderRef],
  )
  const trancheId = newId()
  await ctx.tx.query(
    `insert into reserve_tranches (merchant_id, environment, tranche_id, settlement_ref, kind, sold_on, sold_minor, percent, held_minor, left_minor,
       release_on, created_at) values ($1, $2, $3, $4, 'rolling', '2026-01-06', 10000, 10, 1000, 1000, '2026-02-05', now())`,
    [...owner, trancheId, settlementRef],
  )
  await ctx.tx.query(
    `insert into reserve_movements (merchant_id, environment, number, at, kind, settlement_ref, tranche_id, sold_on, release_on, currency, amount_minor,
       balance_minor, transfer_id) values ($1, $2, 1, now(), 'rolling_hold', $3, $4, '2026-01-06', '2026-02-05', 'USD', 1000, 1000, $4)`,
    [...owner, settlementRef, trancheId],
  )
}

/** A document of a settlement, carrying `name`. */
export async function seedRemittanceDocument(
  ctx: Ctx,
  settlementRef: string,
  documentId: string,
  name: string,
): Promise<void> {
  const { merchantId, environment } = ctx.owner
  const place = remittanceDocumentPlace(merchantId, environment, documentId)
  await ctx.tx.query(
    `insert into remittance_documents (merchant_id, environment, document_id, settlement_ref, kind, name, type, size_bytes, content_sealed, added_by, created_at)
     values ($1, $2, $3, $4, 'invoice', $5, 'application/pdf', 14, $6, $5, now())`,
    [
      merchantId,
      environment,
      documentId,
      settlementRef,
      name,
      seal(await merchantKeys(ctx), Buffer.from('%PDF-1.4 %%EOF'), place),
    ],
  )
}
