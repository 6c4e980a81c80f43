import type { CardEntry } from '#contract/card-entry.ts'
import type { Currency } from '#contract/kit/money.ts'
import type { DeclineReason } from '#contract/declines.ts'
import type { Action } from '#contract/method-details.ts'
import type { OfferedMethod, PaymentMethod } from '#contract/methods.ts'

/**
 * The interface of a payment provider. One adapter for each provider implements it in `providers/<psp>/`.
 *
 * Every call carries `key`, which never changes over attempts: a provider performs each key once and repeats its
 * answer. An adapter never throws for errors of the network or the provider: an unknown result is `unknown`, and the
 * caller asks `status` until the result is known. It throws only for a defect of the program.
 */
export interface Provider {
  authorise(request: AuthoriseRequest, signal: AbortSignal): Promise<Outcome>
  capture(request: CaptureRequest, signal: AbortSignal): Promise<Outcome>
  refund(request: RefundRequest, signal: AbortSignal): Promise<Outcome>
  /**
   * Cancels a payment that waits for its shopper, who can then no longer pay it. The outcome is its state afterwards:
   * `declined` or `expired` as asked, `captured` when the money arrived first, `pending` when it cannot be cancelled.
   */
  cancel(key: string, why: 'shopper' | 'time', signal: AbortSignal): Promise<Outcome>
  /** The outcome of `key`; `absent` when the provider does not know it, so that a repeated request is safe. */
  status(key: string, signal: AbortSignal): Promise<Outcome>
  /** The event in a call-back, or null when its signature, age or form is invalid. `body` is the raw text. */
  verifyCallback(headers: Record<string, string | undefined>, body: string): CallbackEvent | null
  /** How the shopper's page takes a card for this channel; null when cards are entered on the provider's own page. */
  cardEntry(): CardEntry | null
}

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
}
export interface CaptureRequest {
  key: string
  /** The key of the authorisation. */
  paymentKey: string
  amountMinor: bigint
  currency: Currency
}
export interface RefundRequest {
  key: string
  paymentKey: string
  amountMinor: bigint
  currency: Currency
}

export type Outcome = Known | { kind: 'absent' } | { kind: 'unknown'; why: string }
export type Known = Facts &
  (
    | { kind: 'captured' | 'authorised' | 'expired' }
    /** `action` is the next step of the shopper; without one the payment waits for a bank. */
    | { kind: 'pending'; action?: Action }
    | { kind: 'declined'; reason: DeclineReason; providerText: string }
  )
interface Facts {
  providerRef: string
  card?: CardFacts
  /** The means by which the shopper paid, and the payer, masked. */
  paidBy?: { type: PaymentMethod; subType: string; payer: string }
  authentication?: 'frictionless' | 'challenge'
}

/** The facts of a card that may be shown: `masked` is '424242******4242'. */
export interface CardFacts {
  brand: string
  masked: string
}

export interface CallbackEvent {
  /** The provider's own id of the event; the same event sent twice has the same id. */
  id: string
  /** The key of the payment or refund that it is about. */
  key: string
  /** ISO 8601, the provider's clock. */
  at: string
  outcome: Known
}
