import type { Domain } from '#server/kit/domain.ts'
import { handlers } from './handlers.ts'
import { forgetInvoiceBatch, runInvoiceBatch } from './jobs.ts'

export const invoiceBatches = { handlers, jobs: [runInvoiceBatch, forgetInvoiceBatch] } satisfies Domain
