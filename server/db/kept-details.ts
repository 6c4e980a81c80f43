import type { MethodDetails } from '#contract/method-details.ts'
import type { RefusedFunds } from '#server/providers/provider.ts'

/** The details of a payment's method, and what is kept for its provider alone. */
export interface KeptDetails extends MethodDetails {
  refused_funds?: RefusedFunds
}
