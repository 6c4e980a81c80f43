import type { Domain } from '#server/kit/domain.ts'
import { handlers } from './handlers.ts'
import { forgetInvoiceArchive, runInvoiceArchive, tellInvoiceArchive } from './jobs.ts'

export const invoiceArchives = {
  handlers,
  jobs: [runInvoiceArchive, tellInvoiceArchive, forgetInvoiceArchive],
} satisfies Domain
