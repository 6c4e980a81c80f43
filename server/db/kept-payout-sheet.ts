import type { PayoutSheetMapping } from '#contract/payout-sheet.ts'

/** How a sheet is read, as it is kept. */
export interface KeptSheetReading {
  columns: PayoutSheetMapping
  defaults: PayoutSheetMapping
}
