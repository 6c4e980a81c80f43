import type { Domain } from '#server/kit/domain.ts'
import { handlers } from './handlers.ts'
import { forgetPayoutBatch, runPayoutBatch } from './jobs.ts'

export const payoutBatches = { handlers, jobs: [runPayoutBatch, forgetPayoutBatch] } satisfies Domain
