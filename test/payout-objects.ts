import type { TestApp } from './test-app.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { accountPlace, channelPlace, merchantKeys, seal } from '#server/kit/secrets/vault.ts'

/** Lets every channel's bank say whose an account is, without asking anybody. */
export function knowHolders({ services }: TestApp['serveParts']): void {
  const provider = services.provider
  const checkName = async () => ({ kind: 'known', check: 'MATCH', nameAtBank: 'Mei Tan' }) as const
  services.provider = (...asked) => {
    const known = provider(...asked)
    return { ...known, ...(known.payouts && { payouts: { ...known.payouts, checkName } }) }
  }
}

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
       account_no_sealed, account_digest, last_four, is_default, changed_by, changed_at, created_at)
     values ($1, $2, $3, $4, 'BANK', 'SG', $5, $6, 'digest', '4321', true, $5, now(), now())`,
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

/** A channel that pays by file, a file with the payout in it, and a line of the bank's that waits. */
export async function seedBankFile(
  ctx: Ctx,
  refs: { name: string; payout: string; bankFile: string; bankLine: string },
): Promise<void> {
  const { merchantId, environment } = ctx.owner
  const own = [merchantId, environment]
  const keys = await merchantKeys(ctx)
  const channel = 'BANK_FILE'
  const account = { account_holder: refs.name, account_number: sampleAccount, bic: 'DBSSSGSG', currency: 'SGD' }
  await ctx.tx.query(
    `insert into payment_channels (merchant_id, environment, channel_key, catalogue_key, provider, name, is_enabled, pay_type, creds_sealed, created_at)
     values ($1, $2, $3, $3, 'bank-file', $4, true, 'PAYOUT', $5, now())`,
    [
      ...own,
      channel,
      `Bank of ${refs.name}`,
      seal(keys, JSON.stringify(account), channelPlace(merchantId, environment, channel)),
    ],
  )
  const msgId = refs.bankFile.replaceAll('-', '')
  const place = { merchantId, table: 'bank_files', column: 'content_sealed', row: `${environment}/${msgId}` }
  await ctx.tx.query(
    `insert into bank_files (merchant_id, environment, file_id, channel_key, msg_id, currency, payouts, total_minor, content_sealed, made_by,
       made_at, updated_at)
     values ($1, $2, $3, $4, $5, 'SGD', 1, 1000, $6, $7, now(), now())`,
    [...own, refs.bankFile, channel, msgId, seal(keys, `<Document>${refs.name}</Document>`, place), refs.name],
  )
  await ctx.tx.query(
    `insert into bank_file_payouts (merchant_id, environment, txn_ref, file_id, group_id) values ($1, $2, $3, $4, $5)`,
    [...own, refs.payout, refs.bankFile, `${msgId}-1`],
  )
  await ctx.tx.query(
    `insert into bank_lines (merchant_id, environment, channel_key, line_key, line_id, format, verdict, currency, amount_minor, direction,
       other_side, booked_at, brought_by, brought_at)
     values ($1, $2, $3, $4, $5, 'camt.053', 'unmatched', 'SGD', 500, 'DBIT', $6, now(), $6, now())`,
    [...own, channel, Buffer.from(refs.bankLine), refs.bankLine, refs.name],
  )
}
/** Of the channel, and of sample statements. */
export const sampleAccount = '0019876543'

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
