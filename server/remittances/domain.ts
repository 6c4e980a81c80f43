import type { Domain } from '#server/kit/domain.ts'
import { receiveSettledWord } from './callbacks.ts'
import { cutRemittance } from './cut-job.ts'

import { remittanceHandlers } from './handlers.ts'
import { reserveHandlers } from './reserve-handlers.ts'

export const remittanceReserve = { handlers: reserveHandlers } satisfies Domain
export const remittances = {
  handlers: remittanceHandlers,
  jobs: [cutRemittance],
  callbacks: { settlement: receiveSettledWord },
} satisfies Domain
