import type { Currency } from '#contract/kit/money.ts'
import type { BankReason } from './manners.ts'
import type { BankAccountRecord, BankChangeRecord, BankDepositRecord, BankPayoutRecord } from './records.ts'

/** A virtual account that was opened at some time, as if the simulator had been asked for it then. */
interface PastAccount {
  account: string
  at: Date
  currency: Currency
  name: string
  callbackUrl: string
}
/** A transfer that came onto one, by its reference. */
interface PastDeposit {
  deposit: string
  at: Date
  accountNo: string
  amountMinor: bigint
  currency: Currency
  payer: string
}
/** A payout that it was asked for, by its key, and what became of it. */
interface PastPayout {
  payout: string
  at: Date
  accountNo: string
  amountMinor: bigint
  currency: Currency
  to: BankPayoutRecord['to']
}
interface PastPayoutEnd {
  ended: string
  at: Date
  status: 'paid' | 'failed' | 'returned'
  reason?: BankReason
  returnedMinor?: bigint
}
export type PastBankEffect = PastAccount | PastDeposit | PastPayout | PastPayoutEnd

export function pastBankLine(
  effect: PastBankEffect,
): BankAccountRecord | BankDepositRecord | BankPayoutRecord | BankChangeRecord {
  const at = effect.at.toISOString()
  if ('ended' in effect) {
    const { ended: key, status, reason, returnedMinor } = effect
    return {
      type: 'bank_change',
      at,
      past: true,
      key,
      event: `evt_${key}_${status}`,
      status,
      ...(reason && { reason }),
      ...(returnedMinor !== undefined && { returned_minor: String(returnedMinor) }),
    }
  }
  const common = { at, digest: '', past: true } as const
  if ('payout' in effect) {
    const { payout: key, accountNo, amountMinor, currency, to } = effect
    const own = { key, ref: `po_${key}`, event: `evt_${key}`, account_no: accountNo, callback_url: '' }
    const money = { amount_minor: String(amountMinor), currency }
    return { type: 'bank_payout', ...common, ...own, ...money, to, manner: 'pending', status: 'pending' }
  }
  if ('account' in effect) {
    const { account, currency, name, callbackUrl } = effect
    const own = { key: `past-${account}`, ref: `va_${account}`, account_no: account, callback_url: callbackUrl }
    return { type: 'bank_account', ...common, ...own, currency, name }
  }
  const { deposit, accountNo, amountMinor, currency, payer } = effect
  const own = { key: `past-${deposit}`, ref: deposit, event: `evt_${deposit}`, account_no: accountNo }
  return { type: 'bank_deposit', ...common, ...own, amount_minor: String(amountMinor), currency, payer }
}
