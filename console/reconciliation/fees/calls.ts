import { listFeeMismatches, summariseFees } from '#contract/fee-checks.ts'
import { listFeeClaims, readFeeClaim } from '#contract/fee-claims.ts'

/** What an act on claims makes stale. */
export const ofClaims = [listFeeMismatches, summariseFees, listFeeClaims, readFeeClaim]
