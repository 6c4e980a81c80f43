import type { CardEntry } from '#contract/card-entry.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { DeclineReason } from '#contract/declines.ts'
import type { Environment } from '#contract/kit/wire.ts'
import type { Action } from '#contract/method-details.ts'
import type { OfferedMethod, PaymentMethod } from '#contract/methods.ts'
import type { OnboardingCheck, OnboardingFact } from '#contract/onboarding.ts'
import type { OnboardingState } from '#contract/onboarding-states.ts'
import type { DepositCallback, PayoutCallback, Payouts } from './payouts.ts'
import type { RemittanceCallback, Remittances, SettlementCallback } from './remittances.ts'
export type { ReceivesCallbacks } from './payouts.ts'
import type { MandateCallback, MandateFacts, Mandates, MandateUse } from './mandates.ts'

/**
 * The interface of a payment provider. One adapter for each provider implements it in `providers/<psp>/`.
 *
 * Every call carries `key`, which never changes over attempts: a provider performs each key once and repeats its
 * answer. An adapter never throws for errors of the network or the provider: an unknown result is `unknown`, and the
 * caller asks `status` until the result is known. It throws only for a defect of the program.
 */
export interface Provider {
  authorise(request: AuthoriseRequest, signal: AbortSignal): Promise<Outcome>
  /** Takes the money of a payment that its shopper `approved`. A provider that takes it by itself has none. */
  complete?(payment: Asked, signal: AbortSignal): Promise<Outcome>
  /** Takes the money of an authorisation. `providerRef` is by what the payment is asked about and refunded from then on. */
  capture(request: CaptureRequest, signal: AbortSignal): Promise<Outcome>
  /** Releases an authorisation. The outcome is the payment's state afterwards, `declined` when it was released. */
  void(payment: Asked, signal: AbortSignal): Promise<Outcome>
  refund(request: RefundRequest, signal: AbortSignal): Promise<Outcome>
  /**
   * Cancels a payment that waits for its shopper, who can then no longer pay it. The outcome is its state afterwards:
   * `declined` or `expired` as asked, `captured` when the money arrived first, `pending` when it cannot be cancelled.
   */
  cancel(payment: Asked, why: 'shopper' | 'time', signal: AbortSignal): Promise<Outcome>
  /**
   * The outcome of a payment or refund; `absent` when the provider certainly does not have it, so that a repeated
   * request is safe.
   */
  status(asked: Asked, signal: AbortSignal): Promise<Outcome>
  /** Verifies a call-back. It holds no connection of the database, as it may ask the provider for a certificate. */
  verifyCallback(call: ReceivedCallback): Promise<Callback>
  /** How the shopper's page takes a card for this channel; null when cards are entered on the provider's own page. */
  cardEntry(): CardEntry | null
  /** Checks the channel's credentials and registers the address of its call-backs. Absent when there is nothing to connect. */
  connection?: Connection
  /** Onboards merchants without keys of their own. Absent where the operator has no partner account, or the provider no such thing. */
  onboarding?: Onboarding
  /** Mandates without money, and their end. Absent where no payer can be charged who is not there: then `authorise` takes no mandate. */
  mandates?: Mandates
  /** Payouts from virtual accounts. Absent where it pays out nothing. */
  payouts?: Payouts
  /** Remittances to merchants abroad. Absent where it makes none. */
  remittances?: Remittances
}

/** What was asked of the provider before, as far as it is known here. */
export interface Asked {
  kind: 'payment' | 'refund'
  key: string
  /** The provider's own reference; empty while no answer has named one. */
  providerRef: string
  /** When the first request was sent; a provider forgets keys after a time of its own. */
  firstAskedAt: Date
  amountMinor: bigint
  currency: Currency
  /** The method of the payment, or of the payment that a refund is of. */
  method: { type: OfferedMethod; subType: string }
  /** The provider was told to complete the payment and has not refused: the money may have been taken. */
  completing?: boolean
  /** What the provider last said when it refused the shopper's funds. */
  refusedFunds?: RefusedFunds
  /** Of a refund: its payment. */
  payment?: { key: string; providerRef: string }
}

/** Funds that were refused when the payment was completed, so that the shopper chooses others. It is kept with the payment. */
export interface RefusedFunds {
  /** How often funds were refused. */
  times: number
  /** When the approval was given whose funds were refused, as the provider has it; a later approval is another. */
  at: string
  /** The page where the shopper chooses others. */
  url: string
}

export interface Connection {
  /** Asks the provider who the credentials belong to and what they allow. */
  test(signal: AbortSignal): Promise<Tested>
  /**
   * Registers the address of call-backs, or finds it registered. `credentials` are to be kept with the channel's, such as the
   * secret that signs call-backs; null when there is nothing to keep. Throws, with the provider's words, when the address is not
   * registered; it is tried again later.
   */
  register?(address: string, signal: AbortSignal): Promise<{ credentials: Record<string, string> } | null>
  /** Takes an address of call-backs away; one that is not registered is nothing to do. Throws, with the provider's words. */
  unregister?(address: string, signal: AbortSignal): Promise<void>
}
export type Tested =
  | { kind: 'working'; account: string; checks: { name: string; ok: boolean; text: string }[] }
  /** `field` is the credential at fault, by its name in the catalogue. */
  | { kind: 'refused'; field: string; providerText: string }
  | { kind: 'silent'; why: string }

/**
 * What the operator's partner account at a provider does for merchants. Its credentials stay within the adapter: an account that
 * is active is a channel whose only credential is the account's reference.
 */
export interface Onboarding {
  /** Makes the address of the provider's page, and the account before it: once for a key. */
  open(wish: OnboardingWish, signal: AbortSignal): Promise<Opened>
  /** How far an account is. `accountRef` is empty until the provider has named one. */
  ask(account: { key: string; accountRef: string }, signal: AbortSignal): Promise<Progress>
  /** The credentials of the channel of an account. */
  credentialsOf(accountRef: string): Record<string, string>
}
export interface OnboardingWish {
  key: string
  accountRef: string
  facts: Readonly<Record<OnboardingFact, string>>
  /** Where the provider's page sends the browser afterwards. */
  returnUrl: string
}
export type Opened =
  /** `expiresAt` null where the provider does not say. `isOnce`: the address is good for one visit, of which nobody tells. */
  | { kind: 'opened'; accountRef: string; url: string; expiresAt: Date | null; isOnce?: true }
  | { kind: 'rejected'; providerText: string }
  | { kind: 'silent'; why: string }
export type Progress =
  | {
      kind: 'known'
      state: Exclude<OnboardingState, 'NOT_STARTED'>
      accountRef: string
      /** English, or the provider's own words. */
      reason: string
      checks: { name: OnboardingCheck; ok: boolean; text: string; link: string }[]
    }
  | { kind: 'silent'; why: string }

export interface AuthoriseRequest {
  key: string
  amountMinor: bigint
  currency: Currency
  method: { type: OfferedMethod; subType: string }
  /** The data that the method asks of the shopper. */
  given: {
    /** The token that the provider gave the browser for the card; never a card number. */
    token?: string
    phone?: string
    upiId?: string
    planMonths?: number
    /** The key of the bank that the shopper chose. */
    bank?: string
  }
  payerName: string
  /** Capture in the same step; false only authorises. */
  capture: boolean
  description: string
  /** Where the provider sends call-backs about this payment. */
  callbackUrl: string
  /**
   * Where the provider's page sends the shopper's browser afterwards, whatever the outcome; the address itself says
   * nothing about it.
   */
  returnUrl: string
  /** The time from which the provider accepts no money for it; null for no limit. */
  expiresAt: Date | null
  /** The country of what is paid, ISO 3166-1 alpha-2. */
  country: string
  payerEmail: string
  /** The public key of the merchant and the environment, which a provider keeps with the payment. */
  merchantKey: string
  environment: Environment
  /** Absent for a payment that has to do with none. */
  mandate?: MandateUse
  /** The moment of the test clock by which it is asked for. The simulator keeps it; no other provider is told. */
  simulatedAt?: Date
}
export interface CaptureRequest {
  key: string
  /** The key of the authorisation. */
  paymentKey: string
  /** The provider's own reference of the payment. */
  paymentRef: string
  amountMinor: bigint
  currency: Currency
}
export interface RefundRequest {
  key: string
  paymentKey: string
  /** The provider's own reference of the payment. */
  paymentRef: string
  amountMinor: bigint
  currency: Currency
  /** The method of the payment. */
  method: { type: OfferedMethod; subType: string }
}

/**
 * `unavailable`: the provider certainly did not take the payment, and the fault is its own; another channel may try. A
 * time-out or a cut answer is `unknown`.
 */
export type Outcome =
  | Known
  | { kind: 'absent' }
  | { kind: 'unknown'; why: string }
  | { kind: 'unavailable'; providerText: string }
export type Known = Facts &
  (
    | { kind: 'captured' | 'expired' }
    /** `lapsesAt`: until when it can be captured, when the provider tells. */
    | { kind: 'authorised'; lapsesAt?: Date }
    /** The shopper agreed, and the provider takes the money when it is told to complete the payment. */
    | { kind: 'approved' }
    /** `action` is the next step of the shopper; without one the payment waits for a bank. */
    | { kind: 'pending'; action?: Action; refusedFunds?: RefusedFunds }
    | { kind: 'declined'; reason: DeclineReason; providerText: string }
  )
/** Whether an outcome is the state of a payment or refund at its provider. */
export const isKnown = (outcome: Outcome): outcome is Known =>
  outcome.kind !== 'absent' && outcome.kind !== 'unknown' && outcome.kind !== 'unavailable'
interface Facts {
  providerRef: string
  card?: CardFacts
  /** The means by which the shopper paid, and the payer, masked. */
  paidBy?: { type: PaymentMethod; subType: string; payer: string }
  authentication?: 'frictionless' | 'challenge'
  /** The fee of the provider in minor units of the payment's currency, when it tells. */
  feeMinor?: bigint
  /** The mandate that the payment set up; absent while it is not active. */
  mandate?: MandateFacts
}

/** The facts of a card that may be shown: `masked` is '424242******4242'. */
export interface CardFacts {
  brand: string
  masked: string
}

export interface ReceivedCallback {
  headers: Record<string, string | undefined>
  /** The raw text. */
  body: string
  now: Date
}

/**
 * `forged`: signature, age or form is invalid. `ignored`: the provider's word about something that is not ours or changes
 * nothing. `ask`: the call-back proves nothing by itself, so the provider is asked about its subject.
 */
export type Callback =
  | { kind: 'forged'; why: string }
  | { kind: 'ignored'; why: string }
  | (CallbackSubject & { kind: 'ask' })
  | AccountCallback
  | MandateCallback
  | PayoutCallback
  | DepositCallback
  | RemittanceCallback
  | SettlementCallback
  | (CallbackSubject & { kind: 'event'; outcome: Known })

/** `account`: an account that is onboarded by the operator's partner account may have changed, so the provider is asked about it. */
interface AccountCallback {
  kind: 'account'
  /** The key of the onboarding; empty where the call-back names the account alone. */
  onboardingKey: string
  /** The provider's own reference; empty where the call-back names the key alone. */
  accountRef: string
}

interface CallbackSubject {
  /** The provider's own id of the event; the same event sent twice has the same id. */
  id: string
  /** The key of the payment or refund that it is about. */
  key: string
  /** ISO 8601, the provider's clock; empty where the provider says no time. */
  at: string
  /** Whose payment it is, where the provider keeps that; call-backs of an account come to one address for all of its users. */
  merchantKey?: string
  /** The account that it is of, where the operator's partner account gets the call-backs of several. */
  accountRef?: string
}
