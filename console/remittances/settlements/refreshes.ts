import { readSalesAbroad, readSalesAbroadPies, readSalesAbroadStacks } from '#contract/remittance-dashboard.ts'
import { listRemittanceCertificates } from '#contract/remittance-certificates.ts'
import { listReserveMovements, readReserveCalendar } from '#contract/remittance-reserve.ts'
import { summariseRemittances, summariseRemittancesBy } from '#contract/remittance-summary.ts'
import { listRemittanceItems, listRemittances, readRemittance } from '#contract/remittances.ts'

/** What an act on settlements changes. */
export const refreshes = [
  listRemittances,
  readRemittance,
  listRemittanceItems,
  listRemittanceCertificates,
  readSalesAbroad,
  readSalesAbroadPies,
  readSalesAbroadStacks,
  summariseRemittances,
  summariseRemittancesBy,
  listReserveMovements,
  readReserveCalendar,
] as const
