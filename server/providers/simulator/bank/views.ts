import type { BankAccount, BankBook, BankPayout } from './book.ts'
import { bankReasons, type BankReason, type BankStatus } from './manners.ts'
import type { BankAccountRecord, BankDepositRecord, BankEffect } from './records.ts'

/** What the simulator shows of virtual accounts to gateways. */

export interface PayoutView {
  kind: 'payout'
  key: string
  ref: string
  account_no: string
  amount_minor: string
  currency: string
  status: BankStatus
  returned_minor: string
  reason: { code: BankReason; message: string } | null
}
export function payoutView({
  record,
  status,
  reason,
  returnedMinor,
}: Omit<BankPayout, 'record'> & Pick<BankPayout, 'record'>): PayoutView {
  const { key, ref, account_no, amount_minor, currency } = record
  return {
    kind: 'payout',
    key,
    ref,
    account_no,
    amount_minor,
    currency,
    status,
    returned_minor: String(returnedMinor),
    reason: reason ? { code: reason, message: bankReasons[reason] } : null,
  }
}

export const accountView = ({ key, ref, account_no, currency, name }: BankAccountRecord) => ({
  kind: 'account' as const,
  key,
  ref,
  account_no,
  bank_code: 'SIMB',
  bank_name: 'Simulator Bank',
  currency,
  name,
})
export const balanceView = ({ record, balanceMinor }: BankAccount) => ({
  account_no: record.account_no,
  currency: record.currency,
  balance_minor: String(balanceMinor),
})
export const depositView = ({ key, ref, account_no, amount_minor, currency, payer, at }: BankDepositRecord) => ({
  kind: 'deposit' as const,
  key,
  ref,
  account_no,
  amount_minor,
  currency,
  payer,
  at,
})

/** The call-back of an effect; undefined where nobody is told. */
export function bankMessage(bank: BankBook, effect: BankEffect): { url: string; event: object } | undefined {
  const own = { id: effect.event, key: effect.key, at: effect.at }
  if (effect.type === 'bank_deposit') {
    const url = bank.account(effect.account_no)?.record.callback_url
    return url ? { url, event: { ...own, type: 'deposit', deposit: depositView(effect) } } : undefined
  }
  const payout = bank.payout(effect.key)
  if (!payout) return undefined
  const { record } = payout
  const returnedMinor = effect.type === 'bank_change' ? BigInt(effect.returned_minor ?? '0') : 0n
  const { status, reason } = effect
  const view = payoutView({ record, status, reason, returnedMinor })
  return { url: record.callback_url, event: { ...own, type: `payout.${status}`, payout: view } }
}

/** What the bank has on its accounts, and how its payouts ended. */
export function bankTotals(bank: BankBook) {
  const payouts: { [status: string]: number } = {}
  for (const { status } of bank.payouts()) payouts[status] = (payouts[status] ?? 0) + 1
  return { accounts: [...bank.accounts()].map(balanceView), payouts }
}
