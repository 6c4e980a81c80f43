import { majorText, toMajor } from '#contract/kit/money.ts'
import type { Signed } from '#contract/signed-names.ts'
import { sign } from '#server/kit/auth/signature.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { merchantSecret } from '#server/kit/secrets/vault.ts'
import { publishWebhook } from '#server/webhooks/publish.ts'
import type { PayoutRow } from './rows.ts'

/** Publishes the webhook of a payout whose state has changed: a flat body, signed with the merchant's secret. */
export const publishPayoutWebhook = (ctx: Ctx, payout: PayoutRow): Promise<void> =>
  publishWebhook(ctx, { type: 'payout', objectRef: payout.txn_ref, body: () => payoutBody(ctx, payout) })

async function payoutBody(ctx: Ctx, payout: PayoutRow): Promise<Record<string, unknown>> {
  const { key, secret } = await merchantSecret(ctx)
  const { currency } = payout
  const signed: Signed<'payout'> = {
    amount: majorText(payout.amount_minor, currency),
    channel_key: payout.channel_key,
    currency,
    merchant_txn_ref: payout.merchant_txn_ref,
    status: payout.status,
    to_account_no: maskedNumber(payout),
    txn_ref: payout.txn_ref,
  }
  const moment = (at: Date | null) => at?.toISOString() ?? null
  return {
    ...signed,
    amount: toMajor(payout.amount_minor, currency),
    vaaccount_no: payout.virtual_account_no,
    status_code: payout.status === 'Success' ? '2000' : payout.status_reason === '' ? '' : '5000',
    status_reason: payout.status_reason,
    status_channel_reason: payout.status_channel_reason,
    is_verified: payout.verified_time === null ? null : true,
    verified_by: payout.verified_by,
    verified_time: moment(payout.verified_time),
    is_approved: payout.approved_time === null ? null : true,
    approved_by: payout.approved_by,
    approved_time: moment(payout.approved_time),
    due_date: moment(payout.scheduled_time),
    channel_ref: payout.channel_ref,
    fee: toMajor(payout.fee_minor, currency),
    fee_tax: toMajor(payout.fee_tax_minor, currency),
    fee_payer: payout.fee_payer,
    beneficiary_uuid: payout.beneficiary_uuid,
    beneficiary_name: payout.beneficiary_name,
    bank_name: payout.bank_name,
    account_type: payout.account_type,
    created_by: payout.created_by,
    made_by: payout.maker_names,
    scheduled_time: moment(payout.scheduled_time),
    waits_for: payout.waits_for,
    waits_until: moment(payout.waits_until),
    revision: payout.revision,
    batch_id: payout.batch_id,
    returned_amount: toMajor(payout.returned_minor, currency),
    arrival_estimate: payout.arrival_estimate,
    pays_again: payout.pays_again ?? '',
    remarks: payout.remarks,
    created_at: moment(payout.created_at),
    updated_at: moment(payout.updated_at),
    merchant_key: key,
    environment: ctx.owner.environment,
    signature_hash: sign(signed, secret),
  }
}

/** An account's number as it may leave: asterisks and its last four digits. */
export const maskedNumber = ({ last_four }: Pick<PayoutRow, 'last_four'>): string => `****${last_four}`
