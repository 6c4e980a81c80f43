import { z } from 'zod'
import { languageTags } from '#i18n/languages.ts'
import { invoiceFields } from './invoice-fields.ts'
import { call, content } from './kit/call.ts'
import { requestShape } from './kit/fields.ts'
import { ref } from './kit/refs.ts'
import { currency, environment, record } from './kit/wire.ts'
import { limits } from './limits.ts'

/** A file as a data URL, so that it has no address of its own. */
const File = z.object({ name: z.string(), type: z.string(), data_url: z.string() })
const inEnvironment = z.strictObject({ environment: environment.optional() })
const params = { ref: ref('invoice') }
const reading = {
  access: 'invoices',
  server: true,
  keyScope: 'links',
  sensitive: true,
} as const

/** The document as a PDF/A-3b with the electronic invoice inside, where that can be had; of a draft it says so. */
export const readInvoicePdf = call({
  at: 'GET /api/invoices/{ref}/pdf',
  params,
  query: inEnvironment,
  answer: content(File),
  ...reading,
  faults: ['notFound', 'undrawable'],
  audit: 'invoice.download',
})

/** The electronic invoices of EN 16931. */
export const electronicForms = ['ubl', 'cii'] as const
/** The invoice as an XML file; `electronicGaps` names the fields that are missing for it. */
export const readInvoiceXml = call({
  at: 'GET /api/invoices/{ref}/xml/{form}',
  params: { ...params, form: z.enum(electronicForms) },
  query: inEnvironment,
  answer: content(File),
  ...reading,
  faults: ['notFound', 'wrongState', 'electronicGaps'],
  audit: 'invoice.download',
})

const ofCreditNote = { params: { ref: ref('creditNote') }, query: inEnvironment, answer: content(File), ...reading }
/** The same for a credit note. */
export const readCreditNotePdf = call({
  at: 'GET /api/credit-notes/{ref}/pdf',
  ...ofCreditNote,
  faults: ['notFound', 'undrawable'],
  audit: 'invoice.download',
})
export const readCreditNoteXml = call({
  at: 'GET /api/credit-notes/{ref}/xml/{form}',
  ...ofCreditNote,
  params: { ...ofCreditNote.params, form: z.enum(electronicForms) },
  faults: ['notFound', 'electronicGaps'],
  audit: 'invoice.download',
})

/** A part of the document: what the page, the PDF and the print show, in the order of reading. */
export const documentBlocks = z.array(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('banner'), text: z.string() }),
    z.object({
      kind: z.literal('head'),
      title: z.string(),
      number: z.string(),
      logo: z.string(),
      seller: z.array(z.string()),
    }),
    z.object({ kind: z.literal('facts'), rows: z.array(z.object({ label: z.string(), value: z.string() })) }),
    z.object({
      kind: z.literal('parties'),
      parties: z.array(z.object({ label: z.string(), lines: z.array(z.string()) })),
    }),
    z.object({
      kind: z.literal('table'),
      columns: z.array(z.object({ title: z.string(), numeric: z.boolean() })),
      rows: z.array(z.array(z.string())),
    }),
    z.object({
      kind: z.literal('sums'),
      rows: z.array(z.object({ label: z.string(), value: z.string(), strong: z.boolean() })),
    }),
    z.object({ kind: z.literal('notes'), notes: z.array(z.object({ title: z.string(), text: z.string() })) }),
    z.object({ kind: z.literal('pay'), label: z.string(), url: z.string(), qr_code: z.string() }),
  ]),
)
export type DocumentBlocks = z.output<typeof documentBlocks>
export const InvoiceDocument = z.object({
  language: z.enum(languageTags),
  design: z.string(),
  color: z.string(),
  blocks: documentBlocks,
})
export type InvoiceDocument = z.output<typeof InvoiceDocument>

// A form that began with a template sends what it took from there.
const { template_ref: _template, ...draft } = requestShape(invoiceFields)
/** The document of an invoice that is being drawn up, whatever is still missing. */
export const previewInvoice = call({
  at: 'POST /api/invoices/preview',
  body: record({
    environment: environment.optional(),
    ...draft,
    customer: draft.customer,
    currency: currency,
  }),
  mostBytes: limits.invoiceBodyBytes,
  answer: content(InvoiceDocument),
  access: 'invoices',
  repeat: 'safe',
  faults: ['notFound'],
  onFailure: 'log',
})

/** The document of an invoice as blocks, for the console. */
export const readInvoiceDocument = call({
  at: 'GET /api/invoices/{ref}/document',
  follows: ['invoice'],
  params,
  query: inEnvironment,
  answer: content(InvoiceDocument),
  access: 'invoices',
  faults: ['notFound'],
})
