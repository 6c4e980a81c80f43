import type { Domain } from '#server/kit/domain.ts'
import { refundBatchHandlers } from './handlers.ts'
import { runRefundBatch } from './jobs.ts'

export const refundBatches = { handlers: refundBatchHandlers, jobs: [runRefundBatch] } satisfies Domain
