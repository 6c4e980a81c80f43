import { z } from 'zod'
import { Invoice, InvoiceRow } from './invoice-answers.ts'
import { invoiceFields } from './invoice-fields.ts'
import { invoiceExport, invoiceList, receivableBuckets } from './invoice-list.ts'
import { day } from './invoice-parts.ts'
import { call, content, page } from './kit/call.ts'
import { requestShape } from './kit/fields.ts'
import { exporting } from './kit/list.ts'
import { merchantKeyFields, merchantRef, ref } from './kit/refs.ts'
import { currency, entity, environment, optionalText, record, sumOfMoney, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'
import { TimelineEntry } from './timeline.ts'

const inEnvironment = z.strictObject({ environment: environment.optional() })
const invoiceRef = ref('invoice')
/** The revision that was seen. */
const revision = z
  .int()
  .min(1)
  .meta({ examples: [1] })

/** The search matches any reference, the start of a number, a customer's name or an e-mail address. */
export const listInvoices = call({
  at: 'POST /merchants/{key}/invoices',
  follows: ['invoice'],
  masterAt: 'POST /master-merchant/{key}/invoices',
  params: { key: merchantRef() },
  body: invoiceList.body,
  answer: page(InvoiceRow),
  access: 'invoices',
  server: true,
  keyScope: 'links',
})

export const exportInvoices = call({
  at: 'POST /merchants/{key}/export-invoices',
  masterAt: 'POST /master-merchant/{key}/export-invoices',
  params: { key: merchantRef() },
  ...exporting(invoiceList, 'invoices'),
  body: invoiceExport,
  access: 'invoices',
  errorKeys: ['status_message'],
  audit: 'invoice.export',
})

/** All of one invoice: parties, lines, sums, payments, credit notes, reminders with their moments, timeline. */
export const readInvoice = call({
  at: 'POST /merchants/{key}/invoice-details',
  follows: ['invoice', 'payment'],
  params: { key: merchantRef() },
  body: z.strictObject({ environment: environment.optional(), invoice_ref: invoiceRef }),
  answer: content(Invoice),
  access: 'invoices',
  server: true,
  keyScope: 'links',
  faults: ['notFound'],
  repeat: 'safe',
})

const signed = {
  amount: 'amount',
  chaipay_key: 'client_key',
  currency: 'currency',
  failure_url: 'failure_url',
  merchant_invoice_ref: 'merchant_invoice_ref',
  success_url: 'success_url',
} as const

const asked = requestShape(invoiceFields)
/**
 * Draws up an invoice; signed. `amount` and `sub_total` have to be what the lines make: `invalidAmount` names both otherwise. It is
 * a draft, or is sent at once or at a moment.
 */
export const createInvoice = call({
  at: 'POST /merchants/invoice',
  body: record({
    ...merchantKeyFields,
    environment,
    ...asked,
    customer: asked.customer.unwrap(),
    send_immediately: z.boolean().optional(),
    /** In the future; sent then. */
    scheduled_at: timestamp.optional(),
    signature_hash: text(100),
  }),
  mostBytes: limits.invoiceBodyBytes,
  answer: content(Invoice),
  access: 'invoices',
  notice: 'Invoice Created successfully',
  faults: ['duplicateOrder', 'notFound', 'recipientMissing', 'numberOfSeries'],
  signed,
  server: true,
  keyScope: 'links',
  audit: 'invoice.create',
  onFailure: 'inline',
})

/** In major units of the invoice's currency, which the request need not name: the server converts it. */
const major = z.number({ error: 'not_a_number' }).min(0, { error: 'negative' }).optional()

/**
 * Changes the given fields, or marks the invoice as sent, which issues it; signed when it sends `amount`. `changedMeanwhile` for
 * another revision than the latest, `wrongState` naming the fields that are fixed by now.
 */
export const updateInvoice = call({
  at: 'PUT /merchants/{key}/invoice/{ref}',
  params: { key: merchantRef(), ref: invoiceRef },
  body: record({
    ...merchantKeyFields,
    environment: environment.optional(),
    ...optionalOf(asked),
    customer: asked.customer.unwrap().partial().optional(),
    amount: major,
    sub_total: major,
    least_partial_amount: major,
    revision,
    marked_as_sent: z.literal(true).optional(),
    /** Null takes a schedule back: the invoice is a draft again. */
    scheduled_at: timestamp.nullable().optional(),
    signature_hash: text(100).optional(),
  }),
  mostBytes: limits.invoiceBodyBytes,
  answer: content(Invoice),
  access: 'invoices',
  notice: 'Invoice Updated successfully',
  signed,
  signedWhen: 'amount',
  faults: [
    'notFound',
    'wrongState',
    'changedMeanwhile',
    'inFlight',
    'invalidAmount',
    'duplicateOrder',
    'recipientMissing',
    'numberOfSeries',
  ],
  audit: 'invoice.update',
  onFailure: 'inline',
})

const voiding = {
  params: { ref: invoiceRef },
  answer: content(Invoice),
  access: 'invoices',
  notice: 'Invoice Voided successfully',
  faults: ['notFound', 'voided', 'inFlight', 'wrongState'],
  repeat: 'safe',
  audit: 'invoice.void',
} as const
/** Ends an invoice that nothing was paid of; its number stays taken. Not while a payment is in flight. */
export const voidInvoice = call({ at: 'POST /merchants/invoice/{ref}/void', body: inEnvironment, ...voiding })
/** The same by GET, as the specification's console calls it. */
export const voidInvoiceByGet = call({ at: 'GET /merchants/invoice/{ref}/void', query: inEnvironment, ...voiding })

const unvoiding = {
  params: { ref: invoiceRef },
  answer: content(Invoice),
  access: 'invoices',
  notice: 'Invoice Unvoided successfully',
  faults: ['notFound', 'wrongState'],
  repeat: 'safe',
  audit: 'invoice.unvoid',
} as const
/** Brings a voided invoice back to what it was, for 30 days and while no credit note stands for it. */
export const unvoidInvoice = call({ at: 'POST /merchants/invoice/{ref}/unvoid', body: inEnvironment, ...unvoiding })
/** The same by GET, as the specification's console calls it. */
export const unvoidInvoiceByGet = call({
  at: 'GET /merchants/invoice/{ref}/unvoid',
  query: inEnvironment,
  ...unvoiding,
})

/** The events of an invoice, newest first, each with its author. */
export const listInvoiceEvents = call({
  at: 'POST /merchants/{uuid}/events-timeline',
  follows: ['invoice'],
  params: { uuid: merchantRef() },
  body: z.strictObject({ environment: environment.optional(), invoice_ref: invoiceRef }),
  answer: content(z.array(TimelineEntry)),
  access: 'invoices',
  faults: ['notFound'],
  repeat: 'safe',
})

/** Receivables per currency: what is due by the days since it fell due, each number with the rows that make it. */
export const readReceivables = call({
  at: 'GET /api/invoices/{id}/receivables',
  follows: ['invoice'],
  params: { id: merchantRef() },
  query: inEnvironment,
  answer: content(
    z.array(
      entity({
        currency,
        open: sumOfMoney(),
        count: z.number(),
        buckets: z.array(z.object({ bucket: z.enum(receivableBuckets), amount: z.number(), count: z.number() })),
      }),
    ),
  ),
  access: 'invoices',
})

/** Customers and items that were used before and begin with a text, latest first: at most ten of each. */
export const suggestForInvoice = call({
  at: 'POST /api/invoices/suggestions',
  body: z.strictObject({
    environment: environment.optional(),
    text: optionalText(120),
    of: z.enum(['customer', 'item']),
  }),
  answer: content(
    z.array(
      z.object({
        /** Of a customer the fields under `customer`, addresses and buyer; of an item those of a line, and the currency of its rate. */
        label: z.string(),
        value: z.record(z.string(), z.unknown()),
      }),
    ),
  ),
  access: 'invoices',
  repeat: 'safe',
  onFailure: 'log',
})

/**
 * Records money that came outside: cash, or a transfer to the bank. Booked as a manual payment, with evidence, by who may refund.
 */
export const recordInvoicePayment = call({
  at: 'POST /api/invoices/{ref}/payments',
  params: { ref: invoiceRef },
  body: z.strictObject({
    environment: environment.optional(),
    /** In major units of the invoice's currency; at most what is due. */
    amount: z.number({ error: 'not_a_number' }),
    received_on: day,
    method: z.enum(['cash', 'bank_transfer', 'cheque', 'other']),
    evidence: text(limits.evidenceLength),
  }),
  answer: content(Invoice),
  access: 'refund',
  faults: ['notFound', 'wrongState', 'inFlight', 'invalidAmount'],
  repeat: 'required',
  stepUp: true,
  audit: 'invoice.record-payment',
  notice: 'Payment Recorded successfully',
  onFailure: 'inline',
})

/** Acts on several invoices at once, each with its own outcome; on none where one of them is not there. */
export const actOnInvoices = call({
  at: 'POST /api/invoices/acts',
  body: z.strictObject({
    environment: environment.optional(),
    act: z.enum(['send', 'remind', 'void']),
    invoice_refs: z.array(invoiceRef).min(1).max(limits.invoicesAtOnce, { error: 'too_many' }),
  }),
  answer: content(z.array(z.object({ invoice_ref: z.string(), done: z.boolean(), reason: z.string() }))),
  access: 'invoices',
  faults: ['notFound'],
  repeat: 'required',
  audit: 'invoice.act-on-several',
})

/** A shape without anything required. */
function optionalOf<S extends Record<string, z.ZodType>>(
  shape: S,
): { [K in keyof S]: S[K] extends z.ZodOptional ? S[K] : z.ZodOptional<S[K]> } {
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, schema instanceof z.ZodOptional ? schema : schema.optional()]),
  ) as { [K in keyof S]: S[K] extends z.ZodOptional ? S[K] : z.ZodOptional<S[K]> }
}
