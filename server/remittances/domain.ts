import type { Domain } from '#server/kit/domain.ts'
import { actsHandlers } from './acts-handlers.ts'
import { receiveRemittanceWord, receiveSettledWord } from './callbacks.ts'
import { cutRemittance } from './cut-job.ts'
import { remittanceDashboardHandlers } from './dashboard-handlers.ts'
import { sendRemittance } from './send.ts'
import { summaryHandlers } from './summary-handlers.ts'
import { termsHandlers } from './terms-handlers.ts'
import { remittanceHandlers } from './handlers.ts'
import { quoteRemittance } from './quote.ts'
import { reserveHandlers } from './reserve-handlers.ts'

export const remittanceTerms = { handlers: termsHandlers } satisfies Domain
export const remittanceSummary = { handlers: summaryHandlers } satisfies Domain
export const remittanceDashboard = { handlers: remittanceDashboardHandlers } satisfies Domain
export const remittanceActs = { handlers: actsHandlers } satisfies Domain
export const remittanceReserve = { handlers: reserveHandlers } satisfies Domain
export const remittances = {
  handlers: remittanceHandlers,
  jobs: [cutRemittance, quoteRemittance, sendRemittance],
  callbacks: { settlement: receiveSettledWord, remittance: receiveRemittanceWord },
} satisfies Domain
