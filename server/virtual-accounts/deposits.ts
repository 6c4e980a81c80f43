import { amountText, type Currency } from '#contract/kit/money.ts'
import type { SuspenseReason } from '#contract/deposits.ts'
import { defaultLanguage } from '#i18n/languages.ts'
import { noteChange } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { postDecision, postDeposit, type Deposited } from '#server/ledger/payout-postings.ts'
import { notify } from '#server/notifications/notify.ts'
import { releasePayouts } from '#server/payout-store/release-job.ts'
import type { DepositCallback } from '#server/providers/payouts.ts'
import type { Received } from '#server/providers/payouts.ts'
import { publishDepositWebhook } from './publish-webhook.ts'
import { lockAccount, type LockedAccount } from './queries.ts'

/**
 * Takes a bank's signed word of a deposit, once for its reference: onto its account, or into suspense where the account is closed,
 * unknown or in another currency, or its condition is not met, or `holds` says why it is not to be credited. Returns why it was
 * ignored, or null.
 */
export async function receiveDeposit(
  ctx: Ctx,
  { channelKey, told }: Received<DepositCallback>,
  holds?: SuspenseReason,
): Promise<string | null> {
  const { accountNo, depositRef, amountMinor, currency, payer } = told
  const account = await lockAccount(ctx, accountNo)
  if (account && account.channel_key !== channelKey) return 'an account of another channel'
  const why = suspenseOf(account, { amountMinor, currency }) ?? holds
  const depositId = newId()
  const inserted = await ctx.own
    .insert('deposits', {
      deposit_id: depositId,
      account_no: accountNo,
      channel_key: channelKey,
      deposit_ref: depositRef,
      currency,
      amount_minor: amountMinor,
      payer: payer.slice(0, 140),
      came_at: new Date(told.at),
      state: why ? 'Suspense' : 'Credited',
      suspense_reason: why ?? '',
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .onConflict((same) => same.doNothing())
    .returning('deposit_id')
    .executeTakeFirst()
  if (!inserted) return null
  const deposit: Deposited = { accountNo, depositRef, currency, amountMinor, payer, at: new Date(told.at) }
  await postDeposit(ctx, deposit, why ? 'suspense' : 'balance')
  noteChange(ctx, 'virtual_account', accountNo)
  if (!why) return credited(ctx, deposit)
  const amount = `${amountText(amountMinor, currency, defaultLanguage)} ${currency}`
  await notify(ctx, 'deposit_suspended', { account_no: accountNo, amount, payer: payer.slice(0, 140) })
  return null
}

/** Why a deposit cannot be credited as it comes; undefined when it can. */
function suspenseOf(
  account: LockedAccount | undefined,
  { amountMinor, currency }: { amountMinor: bigint; currency: Currency },
): SuspenseReason | undefined {
  if (!account) return 'unknown_account'
  if (account.end_date) return 'closed_account'
  if (account.currency !== currency) return 'other_currency'
  return fits(account, amountMinor) ? undefined : 'condition'
}
function fits({ condition, conditional_minor: wanted }: LockedAccount, amountMinor: bigint): boolean {
  if (condition === 'NO_CONDITION' || wanted === null) return true
  if (condition === 'EXACT') return amountMinor === wanted
  return condition === 'MINIMUM' ? amountMinor >= wanted : amountMinor <= wanted
}

/** Tells of a deposit that is on its account, and lets payouts leave that waited for money. */
export async function credited(ctx: Ctx, deposit: Deposited): Promise<null> {
  await publishDepositWebhook(ctx, deposit)
  ctx.enqueue(releasePayouts, { accountNo: deposit.accountNo })
  return null
}

/** Credits a deposit from suspense to its account, which the caller has locked. */
export async function creditFromSuspense(ctx: Ctx, deposit: Deposited): Promise<void> {
  await postDecision(ctx, deposit, 'balance')
  await credited(ctx, deposit)
}
