import type { Domain } from '#server/kit/domain.ts'
import { receiveSettledWord } from './callbacks.ts'
import { cutRemittance } from './cut-job.ts'

import { remittanceHandlers } from './handlers.ts'

export const remittances = {
  handlers: remittanceHandlers,
  jobs: [cutRemittance],
  callbacks: { settlement: receiveSettledWord },
} satisfies Domain
