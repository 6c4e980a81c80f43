import type { Currency } from '#contract/kit/money.ts'
import type { Day } from '#contract/kit/zoned-day.ts'
import type { PayoutDecline } from '#contract/payout-declines.ts'
import type { PayoutDestination } from './payouts.ts'

/**
 * What a provider does for cross-border remittance: it says at which rates it changes money, and brings the operator's money, changed, to a
 * merchant's account. As everywhere, `key` never changes over attempts, and each key is paid once. An unknown result is `unknown`, and
 * `status` is asked until it is known; only what is `absent` there is sent again.
 */
export interface Remittances {
  quote(wish: { from: Currency; to: Currency }, signal: AbortSignal): Promise<Quoted>
  send(request: RemittanceRequest, signal: AbortSignal): Promise<RemittanceOutcome>
  status(asked: AskedRemittance, signal: AbortSignal): Promise<RemittanceOutcome>
  /** Settles what was sold up to now, at once. Only of the simulator. */
  settleNow?(wish: { merchantKey: string }, signal: AbortSignal): Promise<void>
}

export type Quoted =
  /** `reference` is decimal text of at most ten places; it may be used until `expiresAt`. */
  { kind: 'quoted'; quoteRef: string; reference: string; at: Date; expiresAt: Date } | { kind: 'silent'; why: string }

export interface RemittanceRequest {
  /** The settlement's reference and the number of the attempt. */
  key: string
  /** Under which the rate was told; empty where it is the operator's own. */
  quoteRef: string
  from: { currency: Currency; amountMinor: bigint }
  /** What the account is to get. */
  to: { currency: Currency; amountMinor: bigint }
  account: PayoutDestination
  /** ISO 20022. */
  purpose: string
  callbackUrl: string
}
export interface AskedRemittance {
  key: string
  providerRef: string
  firstAskedAt: Date
}

export type RemittanceOutcome =
  | KnownRemittance
  | { kind: 'absent' }
  | { kind: 'unknown'; why: string }
  /** It was certainly not taken, by a fault of the provider's own; it may be sent again under its key. */
  | { kind: 'unavailable'; providerText: string }
  /** It was certainly not taken, since the quote had run out. */
  | { kind: 'quote_expired' }
export type KnownRemittance = { providerRef: string } &
  /** `amountMinor` is what the account is to get, or got, by the provider's own word. */
  (
    | { kind: 'pending' | 'paid'; amountMinor: bigint }
    | { kind: 'failed'; reason: PayoutDecline; providerText: string }
    /** It was paid and has come back: so much of it, in the account's currency, is with the provider again. */
    | { kind: 'returned'; amountMinor: bigint; returnedMinor: bigint; reason: PayoutDecline; providerText: string }
  )

/** A call-back about a remittance. */
export interface RemittanceCallback {
  kind: 'remittance'
  id: string
  key: string
  /** ISO 8601, the provider's clock. */
  at: string
  outcome: KnownRemittance
}

/** A call-back that says what a provider has settled. Its reference names it for good. */
export interface SettlementCallback {
  kind: 'settlement'
  id: string
  providerRef: string
  currency: Currency
  /** The provider's day. */
  settledOn: Day
  lines: readonly SettledLine[]
  at: string
}
export interface SettledLine {
  kind: 'payment' | 'refund'
  /** Our reference of the payment or refund. */
  ref: string
  grossMinor: bigint
  /** What came of it; below zero of a refund. */
  netMinor: bigint
}
