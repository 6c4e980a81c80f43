import { readSalesAbroad } from '#contract/remittance-dashboard.ts'
import { listReserveMovements, readReserveCalendar } from '#contract/remittance-reserve.ts'
import { summariseRemittances } from '#contract/remittance-summary.ts'
import { listRemittanceItems, listRemittances, readRemittance } from '#contract/remittances.ts'

/** What an act on settlements changes. */
export const refreshes = [
  listRemittances,
  readRemittance,
  listRemittanceItems,
  readSalesAbroad,
  summariseRemittances,
  listReserveMovements,
  readReserveCalendar,
] as const
