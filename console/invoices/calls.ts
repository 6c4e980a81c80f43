import { listInvoiceTemplates } from '#contract/invoice-templates.ts'
import { readInvoiceDocument } from '#contract/invoice-documents.ts'
import { listInvoiceEvents, listInvoices, readInvoice, readReceivables } from '#contract/invoices.ts'
import { readInvoicePlan } from '#contract/invoice-messages.ts'

/** The calls whose answers an act on an invoice makes stale. */
export const ofInvoices = [
  listInvoices,
  readInvoice,
  readInvoiceDocument,
  readInvoicePlan,
  listInvoiceEvents,
  readReceivables,
] as const
export const ofTemplates = [listInvoiceTemplates] as const
