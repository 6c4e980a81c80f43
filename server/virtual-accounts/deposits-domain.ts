import type { Domain } from '#server/kit/domain.ts'
import { depositHandlers } from './deposit-handlers.ts'
import { receiveDeposit } from './deposits.ts'
import { sendBackDeposit } from './send-back-job.ts'

export const deposits = {
  handlers: depositHandlers,
  jobs: [sendBackDeposit],
  callbacks: { deposit: receiveDeposit },
} satisfies Domain
