import type { Domain } from '#server/kit/domain.ts'
import { refundHandlers } from './handlers.ts'
import { settleRefund } from './jobs.ts'

export const refunds = { handlers: refundHandlers, jobs: [settleRefund] } satisfies Domain
