import type { Domain } from '#server/kit/domain.ts'
import { invoiceFiles } from './files.ts'
import { invoiceFilesRoute } from './files-route.ts'
import { handlers } from './handlers.ts'
import { remindOfInvoices } from './remind.ts'
import { sendScheduledInvoice } from './scheduled.ts'

export const invoiceMessages = {
  handlers,
  jobs: [sendScheduledInvoice, remindOfInvoices],
  files: invoiceFiles,
  routes: invoiceFilesRoute,
} satisfies Domain
