import type { Ctx } from '#server/kit/ctx.ts'
import type { PayoutDecline } from '#contract/payout-declines.ts'
import type { FeePayer, NameCheck } from '#contract/payout-states.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { RemittanceCallback, SettlementCallback } from './remittances.ts'

/**
 * What a provider does for payouts. As everywhere, `key` never changes over attempts, and a provider pays each key once. An unknown
 * result is `unknown`, and `status` is asked until it is known; only what is `absent` there is sent again.
 */
export interface Payouts {
  /** The merchant's account that payouts leave from, where they leave in files. */
  ownAccount?: OwnAccount
  pay(request: PayoutRequest, signal: AbortSignal): Promise<PayoutOutcome>
  /** How a payout stands; `absent` when the provider certainly does not have it. */
  status(asked: AskedPayout, signal: AbortSignal): Promise<PayoutOutcome>
  /** Opens an account by which money comes in. Absent where the provider keeps one balance. */
  openAccount?(wish: AccountWish, signal: AbortSignal): Promise<OpenedAccount>
  /** What the provider holds on an account, or in its currency where it keeps one balance; the ledger is compared with it. */
  balanceOf?(
    account: { accountNo: string; currency: Currency },
    signal: AbortSignal,
  ): Promise<{ kind: 'known'; balanceMinor: bigint } | { kind: 'silent'; why: string }>
  /** Who the bank says an account belongs to. Absent where the provider cannot tell. */
  checkName?(account: PayoutDestination, signal: AbortSignal): Promise<NameChecked>
  /** Sends a deposit back to its payer, once for a key. Absent where only a person at the bank can. */
  sendBack?(deposit: DepositToReturn, signal: AbortSignal): Promise<SentBack>
  /** Brings money of test mode onto an account. Only of the simulator. */
  deposit?(deposit: TestDeposit, signal: AbortSignal): Promise<void>
}

/** An account that money goes to: whole numbers, which are neither logged nor kept unsealed. */
export interface PayoutDestination {
  type: 'BANK' | 'CARD' | 'MOBILE'
  /** ISO 3166-1 alpha-2. */
  country: string
  /** As the bank has it. */
  holder: string
  number: string
  bankCode: string
  bankName: string
  /** The further fields of the country: `sort_code`, `branch`, `ifsc`, `swift`. */
  fields: Readonly<Record<string, string>>
}
export interface PayoutRequest {
  /** The payout's `txn_ref`. */
  key: string
  accountNo: string
  /** What the beneficiary is to get. */
  amountMinor: bigint
  currency: Currency
  to: PayoutDestination
  remarks: string
  purpose: string
  feePayer: FeePayer
  /** Where the provider sends call-backs about it. */
  callbackUrl: string
}
export interface AskedPayout {
  key: string
  providerRef: string
  accountNo: string
  currency: Currency
  /** What the beneficiary is to get. */
  amountMinor: bigint
  /** When it was sent first: what is under way may not have arrived yet. */
  firstAskedAt: Date
}

export type PayoutOutcome =
  | KnownPayout
  | { kind: 'absent' }
  | { kind: 'unknown'; why: string }
  /** It was certainly not taken, by a fault of the provider's own; it may be sent again under its key. */
  | { kind: 'unavailable'; providerText: string }
export type KnownPayout = { providerRef: string } & (
  | { kind: 'pending' }
  | { kind: 'paid' }
  | { kind: 'failed'; reason: PayoutDecline; providerText: string }
  /** It was paid and has come back: so much of it in all is on the account again. */
  | { kind: 'returned'; returnedMinor: bigint; reason: PayoutDecline; providerText: string }
)

/** The merchant's own account at its bank, as a file names it. */
export interface OwnAccount {
  holder: string
  /** An IBAN, or the bank's own number. */
  number: string
  isIban: boolean
  bic: string
  currency: Currency
  /** By which the bank knows who sends files; empty for none. */
  companyId: string
}

export interface AccountWish {
  /** Opens once for a key. */
  key: string
  currency: Currency
  name: string
  customerName: string
  mapId: string
  callbackUrl: string
}
export type OpenedAccount =
  | { kind: 'opened'; accountNo: string; bankCode: string; bankName: string; providerRef: string }
  | { kind: 'refused'; providerText: string }
  | { kind: 'silent'; why: string }

export type NameChecked =
  | { kind: 'known'; check: Exclude<NameCheck, 'UNCHECKED'>; nameAtBank: string }
  | { kind: 'silent'; why: string }

export interface TestDeposit {
  key: string
  accountNo: string
  amountMinor: bigint
  currency: Currency
  payer: string
}

interface DepositToReturn {
  key: string
  accountNo: string
  /** The provider's own reference of the transfer. */
  depositRef: string
  amountMinor: bigint
  currency: Currency
}
export type SentBack = { kind: 'sent' } | { kind: 'refused'; providerText: string } | { kind: 'silent'; why: string }

/** A call-back about a payout. */
export interface PayoutCallback {
  kind: 'payout'
  /** The provider's own id of the event; the same event sent twice has the same id. */
  id: string
  /** The payout's key. */
  key: string
  /** ISO 8601, the provider's clock. */
  at: string
  outcome: KnownPayout
}
/** A call-back about money that came onto a virtual account. */
export interface DepositCallback {
  kind: 'deposit'
  id: string
  accountNo: string
  /** The provider's own reference of the transfer: it is credited once. */
  depositRef: string
  amountMinor: bigint
  currency: Currency
  payer: string
  /** ISO 8601: when the money came. */
  at: string
}

/** A verified call-back, the channel that it came by, and its text, which has to be freed of secrets before it is kept. */
export interface Received<Told> {
  channelKey: string
  told: Told
  body: string
}
/** Takes a call-back in the transaction of the channel's merchant. The answer says why it was ignored; null when it was not. */
type Receive<Told> = (ctx: Ctx, received: Received<Told>) => Promise<string | null>

export interface ReceivesCallbacks {
  payout?: Receive<PayoutCallback>
  deposit?: Receive<DepositCallback>
  remittance?: Receive<RemittanceCallback>
  settlement?: Receive<SettlementCallback>
}
