import type { Domain } from '#server/kit/domain.ts'
import { sendReceipt } from './job.ts'

export const receipts = { jobs: [sendReceipt] } satisfies Domain
