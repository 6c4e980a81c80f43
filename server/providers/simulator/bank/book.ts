import type { Line } from '../records.ts'
import type { BankReason, BankStatus } from './manners.ts'
import type { BankAccountRecord, BankDepositRecord, BankPayoutRecord, BankSentBackRecord } from './records.ts'

/** The virtual accounts of the simulator, computed from the lines of its file like everything else there. */
export interface BankBook {
  record(line: Line): void
  account(accountNo: string): BankAccount | undefined
  payout(key: string): BankPayout | undefined
  deposit(ref: string): BankDeposit | undefined
  /** The line that was asked for under a key. */
  asked(key: string): BankAsked | undefined
  accounts(): Iterable<BankAccount>
  payouts(): Iterable<BankPayout>
}
type BankAsked = BankAccountRecord | BankDepositRecord | BankSentBackRecord | BankPayoutRecord
export interface BankAccount {
  readonly record: BankAccountRecord
  balanceMinor: bigint
}
export interface BankDeposit {
  readonly record: BankDepositRecord
  isSentBack: boolean
}
export interface BankPayout {
  readonly record: BankPayoutRecord
  status: BankStatus
  reason: BankReason | undefined
  returnedMinor: bigint
}

export function emptyBank(): BankBook {
  const accounts = new Map<string, BankAccount>()
  const payouts = new Map<string, BankPayout>()
  const deposits = new Map<string, BankDeposit>()
  const asked = new Map<string, BankAsked>()

  function move(accountNo: string, amountMinor: bigint): void {
    const account = accounts.get(accountNo)
    if (account) account.balanceMinor += amountMinor
  }
  return {
    record(line) {
      if (line.type === 'bank_account') accounts.set(line.account_no, { record: line, balanceMinor: 0n })
      else if (line.type === 'bank_deposit') {
        deposits.set(line.ref, { record: line, isSentBack: false })
        move(line.account_no, BigInt(line.amount_minor))
      } else if (line.type === 'bank_sent_back') {
        const deposit = deposits.get(line.deposit)
        if (!deposit) return
        deposit.isSentBack = true
        move(deposit.record.account_no, -BigInt(deposit.record.amount_minor))
      } else if (line.type === 'bank_payout') {
        const { status, reason } = line
        payouts.set(line.key, { record: line, status, reason, returnedMinor: 0n })
        // What is under way is gone from the balance.
        if (status === 'pending') move(line.account_no, -BigInt(line.amount_minor))
      } else if (line.type === 'bank_change') {
        const payout = payouts.get(line.key)
        if (!payout || line.word) return
        const { account_no, amount_minor } = payout.record
        if (line.status === 'failed') move(account_no, BigInt(amount_minor))
        const returned = line.returned_minor === undefined ? payout.returnedMinor : BigInt(line.returned_minor)
        move(account_no, returned - payout.returnedMinor)
        payout.returnedMinor = returned
        payout.status = line.status
        payout.reason = line.reason
      } else return
      if (line.type !== 'bank_change') asked.set(line.key, line)
    },
    account: (accountNo) => accounts.get(accountNo),
    payout: (key) => payouts.get(key),
    deposit: (ref) => deposits.get(ref),
    asked: (key) => asked.get(key),
    accounts: () => accounts.values(),
    payouts: () => payouts.values(),
  }
}
