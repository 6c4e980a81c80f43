import type { Action } from '#contract/method-details.ts'
import type { DeclineReason } from '#contract/declines.ts'
import type { AuthoriseRequest } from './provider.ts'

/**
 * Mandates without a payment, and their end. A mandate is the provider's leave to take money of a payer who is not there. One that
 * begins with money is set up inside `Provider.authorise`; each is charged there too.
 */
export interface Mandates {
  /** Sets a mandate up and takes no money; once for a key. */
  setUp(request: MandateRequest, signal: AbortSignal): Promise<MandateOutcome>
  /** How a mandate stands, whether money came with it or not; `absent` when the provider certainly does not have it. */
  status(mandate: AskedMandate, signal: AbortSignal): Promise<MandateOutcome>
  /**
   * Ends a mandate, so that nothing is charged by it any more; one that waits for its holder can no longer be agreed to. Safe to
   * repeat. The outcome is how it stands afterwards: `revoked`, or `failed` when it never was.
   */
  revoke(mandate: AskedMandate, signal: AbortSignal): Promise<MandateOutcome>
}

/** `key` is of the mandate, and what its call-backs name. `description` is the text that its holder agrees to. */
export type MandateRequest = Omit<AuthoriseRequest, 'amountMinor' | 'capture' | 'mandate'>

/** How an authorisation has to do with a mandate. */
export type MandateUse =
  /** The payment sets one up: `Facts.mandate` has it when the payment succeeds. Its key is the payment's. */
  | { setUp: true }
  /** The payment is charged by one. `offSession`: nobody is there to confirm it, so a bank that asks is a decline. */
  | { token: string; offSession: boolean }

/** What was asked of the provider before, as far as it is known here. */
export interface AskedMandate {
  /** Of its set-up: the mandate's own, or the key of the payment that came with it. */
  key: string
  /** The token last told; empty while none was. */
  token: string
  /** The provider's own reference; empty while no answer has named one. */
  providerRef: string
}

/** What a mandate is charged by, and what of it may be shown. */
export interface MandateFacts {
  /** The secret by which `authorise` charges it. It is kept sealed and never shown. */
  token: string
  /** '424242******4242', or the account: 'Simulator Bank ••••1234'. */
  masked: string
  /** Of a card, as in `CardFacts`; empty for an account. */
  brand: string
  /** From when a charge by it is refused; null where it does not end by itself. */
  expiresAt: Date | null
}

/** `unavailable`, `unknown` and `absent` are as in `Outcome`. */
export type MandateOutcome =
  | KnownMandate
  | { kind: 'absent' }
  | { kind: 'unknown'; why: string }
  | { kind: 'unavailable'; providerText: string }
export type KnownMandate = { providerRef: string } & (
  | { kind: 'active'; mandate: MandateFacts; authentication?: 'frictionless' | 'challenge' }
  /** `action` is the next step of its holder; without one it waits for a bank. */
  | { kind: 'pending'; action?: Action }
  /** It never became active. */
  | { kind: 'failed'; reason: DeclineReason; providerText: string }
  | { kind: 'revoked' }
)

/** A call-back about a mandate: how it stands now, and why that is told. */
export interface MandateCallback {
  kind: 'mandate'
  /** The provider's own id of the event; the same event sent twice has the same id. */
  id: string
  /** The key of the mandate's set-up. */
  key: string
  /** ISO 8601, the provider's clock. */
  at: string
  /**
   * `set_up`: it became active or failed. `updated`: it is charged by another token or card from now on, since its holder's bank
   * replaced the card. `expiring`: it ends soon, at `expiresAt`.
   */
  about: 'set_up' | 'updated' | 'expiring' | 'revoked'
  outcome: KnownMandate
}
