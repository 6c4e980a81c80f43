import { readPayoutFigures } from '#contract/payout-figures.ts'
import { listPayouts, readPayout } from '#contract/payouts.ts'

/** What shows a payout and has to be read again after an act. */
export const ofPayouts = [listPayouts, readPayout, readPayoutFigures] as const
