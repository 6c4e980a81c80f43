import type { LimitOf } from '#contract/payout-limits.ts'

/** Whom or what a payout was counted of. */
export interface KeptLimitSubject {
  of: LimitOf
  subject: string
}
