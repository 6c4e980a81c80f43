import type { Domain } from '#server/kit/domain.ts'
import { checkNumbers } from './check-numbers.ts'
import { handlers } from './handlers.ts'
import { invoicePayable } from './payable.ts'
import { rollUpReceivables } from './receivables.ts'

export const invoices = {
  handlers,
  jobs: [rollUpReceivables, checkNumbers],
  payables: [invoicePayable],
} satisfies Domain
