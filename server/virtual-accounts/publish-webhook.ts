import { majorText, toMajor } from '#contract/kit/money.ts'
import type { Signed } from '#contract/signed-names.ts'
import { sign } from '#server/kit/auth/signature.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { merchantSecret } from '#server/kit/secrets/vault.ts'
import type { Deposited } from '#server/ledger/payout-postings.ts'
import { publishWebhook } from '#server/webhooks/publish.ts'

/** Publishes the webhook of a deposit: its row of the statement, signed with the merchant's secret. */
export const publishDepositWebhook = (ctx: Ctx, deposit: Deposited): Promise<void> =>
  publishWebhook(ctx, {
    type: 'virtual_account',
    objectRef: deposit.accountNo,
    body: () => depositBody(ctx, deposit),
  })

async function depositBody(ctx: Ctx, deposit: Deposited): Promise<Record<string, unknown>> {
  const { accountNo, depositRef, amountMinor, currency, payer, at } = deposit
  const [{ key, secret }, account] = await Promise.all([
    merchantSecret(ctx),
    ctx.own
      .select('virtual_accounts')
      .select(['available_minor', 'reserved_minor', 'last_movement'])
      .where('account_no', '=', accountNo)
      .executeTakeFirstOrThrow(),
  ])
  const signed: Signed<'virtualAccount'> = {
    amount: majorText(amountMinor, currency),
    currency,
    txn_ref: depositRef,
    txn_type: 'Credit',
    vaaccount_no: accountNo,
  }
  return {
    ...signed,
    amount: toMajor(amountMinor, currency),
    number: Number(account.last_movement),
    kind: 'deposit',
    balance: toMajor(account.available_minor + account.reserved_minor, currency),
    to_account_no: payer,
    channel_ref: depositRef,
    actual_txn_time: at.toISOString(),
    created_at: ctx.now.toISOString(),
    merchant_key: key,
    environment: ctx.owner.environment,
    signature_hash: sign(signed, secret),
  }
}
