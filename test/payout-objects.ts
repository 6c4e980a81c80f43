import type { Ctx } from '#server/kit/ctx.ts'
import { accountPlace, merchantKeys, seal } from '#server/kit/secrets/vault.ts'

/** A virtual account without money, a beneficiary with an account, a payout that was cancelled and a deposit that was refused, each carrying `name`. */
export async function seedPayout(
  ctx: Ctx,
  refs: {
    name: string
    accountNo: string
    beneficiary: string
    beneficiaryAccount: string
    payout: string
    deposit?: string
  },
): Promise<void> {
  const { merchantId, environment } = ctx.owner
  const own = [merchantId, environment]
  const number = seal(
    await merchantKeys(ctx),
    '12344321',
    accountPlace(merchantId, environment, refs.beneficiaryAccount),
  )
  await ctx.tx.query(
    `insert into virtual_accounts (merchant_id, environment, account_no, channel_key, account_name, bank_code, bank_name, currency,
       condition, created_by, start_date, updated_at)
     values ($1, $2, $3, 'SIMULATOR', $4, 'SIM', 'Simulator Bank', 'SGD', 'NO_CONDITION', $4, now(), now())`,
    [...own, refs.accountNo, refs.name],
  )
  await ctx.tx.query(
    `insert into beneficiaries (merchant_id, environment, beneficiary_uuid, name, country, created_by, created_at, updated_at)
     values ($1, $2, $3, $4, 'SG', $4, now(), now())`,
    [...own, refs.beneficiary, refs.name],
  )
  await ctx.tx.query(
    `insert into beneficiary_accounts (merchant_id, environment, account_uuid, beneficiary_uuid, account_type, country, account_name,
       account_no_sealed, account_digest, last_four, changed_by, changed_at, created_at)
     values ($1, $2, $3, $4, 'BANK', 'SG', $5, $6, 'digest', '4321', $5, now(), now())`,
    [...own, refs.beneficiaryAccount, refs.beneficiary, refs.name, number],
  )
  await ctx.tx.query(
    `insert into payouts (merchant_id, environment, txn_ref, merchant_txn_ref, virtual_account_no, channel_key, rail, status, amount_minor,
       currency, fee_payer, beneficiary_uuid, account_uuid, account_version, beneficiary_name, account_type, account_no_sealed,
       account_digest, last_four, bank_code, bank_name, account_fields, account_country, created_by, created_at, updated_at)
     values ($1, $2, $3, $3, $4, 'SIMULATOR', '', 'Cancelled', 1000, 'SGD', 'SENDER', $5, $6, 1, $7, 'BANK', '', 'digest', '4321', 'SIM',
       'Simulator Bank', '{}', 'SG', $7, now(), now())`,
    [...own, refs.payout, refs.accountNo, refs.beneficiary, refs.beneficiaryAccount, refs.name],
  )
  await ctx.tx.query(
    `insert into deposits (merchant_id, environment, deposit_id, account_no, channel_key, deposit_ref, currency, amount_minor, came_at, by_hand,
       state, created_at, updated_at)
     values ($1, $2, $3::text::uuid, $4, 'SIMULATOR', $3::text, 'SGD', 1000, now(), true, 'Refused', now(), now())`,
    [...own, refs.deposit ?? crypto.randomUUID(), refs.accountNo],
  )
}

/** A sheet of payouts of which one row was refused, and how another one is read. */
export async function seedPayoutBatch(
  ctx: Ctx,
  refs: { name: string; payoutBatch: string; payoutSheetReading: string },
): Promise<void> {
  const own = [ctx.owner.merchantId, ctx.owner.environment]
  await ctx.tx.query(
    `insert into payout_batches (merchant_id, environment, batch_id, file_name, format, encoding, separator, status, dry_run, rows,
       created_count, valid_count, skipped_count, error_count, totals, head, reading, created_at, created_by, created_by_id, updated_at)
     values ($1, $2, $3, $4, 'csv', 'utf-8', ',', 'done', false, 1, 0, 0, 0, 1, '{}', '["Amount"]', '{"columns": {}, "defaults": {}}', now(), $4, $3,
       now())`,
    [...own, refs.payoutBatch, refs.name],
  )
  await ctx.tx.query(
    `insert into payout_batch_rows (merchant_id, environment, batch_id, row_no, state, row_key, cells_sealed, field, reason)
     values ($1, $2, $3, 2, 'error', '', '', 'Currency', 'required')`,
    [...own, refs.payoutBatch],
  )
  await ctx.tx.query(
    `insert into payout_sheet_readings (merchant_id, environment, head_digest, titles, reading, updated_at)
     values ($1, $2, decode($3, 'hex'), jsonb_build_array($4::text), '{"columns": {"Amount": "Sum"}, "defaults": {}}', now())`,
    [...own, refs.payoutSheetReading, refs.name],
  )
}
