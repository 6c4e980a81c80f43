import type { Currency } from '#contract/kit/money.ts'
import type { BankAccountRecord, BankDepositRecord } from './records.ts'

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
export type PastBankEffect = PastAccount | PastDeposit

export function pastBankLine(effect: PastBankEffect): BankAccountRecord | BankDepositRecord {
  const common = { at: effect.at.toISOString(), digest: '', past: true } as const
  if ('account' in effect) {
    const { account, currency, name, callbackUrl } = effect
    const own = { key: `past-${account}`, ref: `va_${account}`, account_no: account, callback_url: callbackUrl }
    return { type: 'bank_account', ...common, ...own, currency, name }
  }
  const { deposit, accountNo, amountMinor, currency, payer } = effect
  const own = { key: `past-${deposit}`, ref: deposit, event: `evt_${deposit}`, account_no: accountNo }
  return { type: 'bank_deposit', ...common, ...own, amount_minor: String(amountMinor), currency, payer }
}
