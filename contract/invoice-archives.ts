import { z } from 'zod'
import { archive, call, content } from './kit/call.ts'
import { machine } from './kit/machine.ts'
import { ref } from './kit/refs.ts'
import { environment, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'

/** The PDFs of several invoices as one zip, which a job makes. */
export const invoiceArchiveStates = machine({
  states: ['running', 'done'],
  actions: { finish: { from: ['running'], to: 'done' } },
})

export const InvoiceArchive = z.object({
  archive_id: z.string(),
  status: z.enum(invoiceArchiveStates.states),
  /** The invoices that were asked for, each once. */
  total: z.int(),
  /** Those of them whose PDF is ready or that were left out. */
  done: z.int(),
  /** Those that are not in the file, each with the reason. */
  left_out: z.array(
    z.object({
      invoice_ref: z.string(),
      invoice_number: z.string(),
      customer_name: z.string(),
      /** A `status_reason`, such as `INVOICE_CHARACTERS`. */
      reason: z.string(),
    }),
  ),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
  /** The file can be had until then. */
  expires_at: timestamp,
})
export type InvoiceArchive = z.input<typeof InvoiceArchive>

const path = {
  params: { archive_id: ref('invoiceArchive') },
  query: z.strictObject({ environment: environment.optional() }),
}

/** Begins a zip of the PDFs of some invoices, drafts too. */
export const createInvoiceArchive = call({
  at: 'POST /api/invoices/archives',
  body: z.strictObject({
    environment: environment.optional(),
    invoice_refs: z.array(ref('invoice')).min(1).max(limits.invoicesAtOnce, { error: 'too_many' }),
  }),
  answer: content(InvoiceArchive),
  access: 'invoices',
  faults: ['notFound'],
  repeat: 'required',
  audit: 'invoice.export-pdfs',
})

/** How far it is, and what is left out. */
export const readInvoiceArchive = call({
  at: 'GET /api/invoices/archives/{archive_id}',
  follows: ['invoice_archive'],
  ...path,
  answer: content(InvoiceArchive),
  access: 'invoices',
  faults: ['notFound'],
})

/** The zip itself, for `limits.invoiceArchiveDays`. `wrongState` while it is being made, and where nothing is in it. */
export const readInvoiceArchiveFile = call({
  at: 'GET /api/invoices/archives/{archive_id}/file',
  ...path,
  answer: archive('invoices'),
  access: 'invoices',
  sensitive: true,
  faults: ['notFound', 'wrongState'],
  audit: 'invoice.download-pdfs',
})
