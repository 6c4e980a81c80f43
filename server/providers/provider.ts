import type { Currency } from '#contract/kit/money.ts'
import type { DeclineReason } from '#contract/declines.ts'
import type { Action } from '#contract/method-details.ts'
import type { OfferedMethod, PaymentMethod } from '#contract/methods.ts'

/**
 * What a payment channel can do for us. One adapter per provider implements it in `providers/<psp>/`.
 *
 * Every call carries `key`, which never changes over attempts: asked twice, a provider does the thing once and answers
 * the same. An adapter never throws for what a network or a provider does: what it could not learn is `unknown`, and
 * the caller asks `status` until it knows. It throws only for a defect of ours.
 */
export interface Provider {
  authorise(request: AuthoriseRequest, signal: AbortSignal): Promise<Outcome>
  capture(request: CaptureRequest, signal: AbortSignal): Promise<Outcome>
  refund(request: RefundRequest, signal: AbortSignal): Promise<Outcome>
  /**
   * Ends a payment that waits for its shopper; from then on it takes no money by the shopper's hand. The outcome is how it
   * stands afterwards: `declined` or `expired` as asked, `captured` when the money was quicker, `pending` when it cannot
   * be ended.
   */
  cancel(key: string, why: 'shopper' | 'time', signal: AbortSignal): Promise<Outcome>
  /** What became of `key`; `absent` when the provider has never seen it, so that asking again is safe. */
  status(key: string, signal: AbortSignal): Promise<Outcome>
  /** The event in a call-back, or null when its signature, age or form does not hold. `body` is the raw text. */
  verifyCallback(headers: Record<string, string | undefined>, body: string): CallbackEvent | null
}

export interface AuthoriseRequest {
  key: string
  amountMinor: bigint
  currency: Currency
  method: { type: OfferedMethod; subType: string }
  /** What the method asks of the shopper. */
  given: {
    /** What the browser got from the provider in exchange for the card; never a card number. */
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
  /** Where the provider's page sends the shopper's browser afterwards, however it went; it says nothing about that. */
  returnUrl: string
  /** From when on the provider takes no money for it any more; null for no limit. */
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
    /** `action` is what the shopper has to do; without one it waits for a bank. */
    | { kind: 'pending'; action?: Action }
    | { kind: 'declined'; reason: DeclineReason; providerText: string }
  )
interface Facts {
  providerRef: string
  card?: CardFacts
  /** What the shopper used in the end, and who that was, masked. */
  paidBy?: { type: PaymentMethod; subType: string; payer: string }
  authentication?: 'frictionless' | 'challenge'
}

/** What may be shown of a card: `masked` is '424242******4242'. */
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
