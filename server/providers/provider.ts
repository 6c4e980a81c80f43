import type { Currency } from '#contract/kit/money.ts'
import type { DeclineReason } from '#contract/declines.ts'

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
  /** What became of `key`; `absent` when the provider has never seen it, so that asking again is safe. */
  status(key: string, signal: AbortSignal): Promise<Outcome>
  /** The event in a call-back, or null when its signature, age or form does not hold. `body` is the raw text. */
  verifyCallback(headers: Record<string, string | undefined>, body: string): CallbackEvent | null
}

export interface AuthoriseRequest {
  key: string
  amountMinor: bigint
  currency: Currency
  /** What the browser got from the provider in exchange for the card; never a card number. */
  token: string
  /** Capture in the same step; false only authorises. */
  capture: boolean
  description: string
  /** Where the provider sends call-backs about this payment. */
  callbackUrl: string
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

export type Outcome =
  | { kind: 'captured' | 'authorised' | 'pending'; providerRef: string; card?: CardFacts }
  | { kind: 'declined'; providerRef: string; reason: DeclineReason; providerText: string; card?: CardFacts }
  | { kind: 'absent' }
  | { kind: 'unknown'; why: string }

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
  outcome: Extract<Outcome, { providerRef: string }>
}
