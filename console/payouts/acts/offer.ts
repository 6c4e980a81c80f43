import type { PasskeyAssertion } from '#contract/factor-shapes.ts'

/** What lets payouts go: the code, or a passkey's signature over the same payouts. */
export type Offer = { otp: string } | { passkey: PasskeyAssertion }
