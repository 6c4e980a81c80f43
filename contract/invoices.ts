import { z } from 'zod'
import { languageTags } from '#i18n/languages.ts'
import { invoiceFields } from './invoice-fields.ts'
import { invoiceExport, invoiceList, receivableBuckets } from './invoice-list.ts'
import { day, invoiceReminders } from './invoice-parts.ts'
import { call, content, page } from './kit/call.ts'
import { answerShape, listedShape, requestShape } from './kit/fields.ts'
import { exporting } from './kit/list.ts'
import { merchantKeyFields, merchantRef, ref } from './kit/refs.ts'
import { currency, email, entity, environment, money, optionalText, record, text, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'
import { messageWays } from './messages.ts'
import { PaymentRow } from './payments.ts'
import { TimelineEntry } from './timeline.ts'

const inEnvironment = z.strictObject({ environment: environment.optional() })
const invoiceRef = ref('invoice')
const amount = money('currency', { min: 'zero' })
/** The revision that was seen. */
const revision = z
  .int()
  .min(1)
  .meta({ examples: [1] })

export const InvoiceRow = entity(listedShape(invoiceFields))
export type InvoiceRow = z.input<typeof InvoiceRow>

/** One group of the tax: everything with the same category and percentage. */
const TaxRow = entity({
  tax_category: z.string(),
  tax_percent: z.number(),
  net: amount,
  charges: amount,
  discounts: amount,
  taxable: amount,
  tax: amount,
  currency,
})

/** The steps from the lines to the amount, as the document shows them. */
export const InvoiceSums = entity({
  /** Of each line, in their order. */
  nets: z.array(z.number()),
  /** Of each additional cost, in their order. */
  costs: z.array(z.number()),
  tax_rows: z.array(TaxRow),
  sub_total: amount,
  charges: amount,
  discounts: amount,
  tax: amount,
  amount: money(),
  currency,
})
export type InvoiceSums = z.input<typeof InvoiceSums>

/** The parts whose values the document of an issued invoice keeps: who sends it. */
export const InvoiceSeller = z.object({
  legal_name: z.string(),
  line_1: z.string(),
  line_2: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  country_code: z.string(),
  tax_number: z.string(),
  company_number: z.string(),
  endpoint_scheme: z.string(),
  endpoint_id: z.string(),
  email: z.string(),
  phone: z.string(),
  bank_name: z.string(),
  account_name: z.string(),
  account_number: z.string(),
  bank_code: z.string(),
  terms: z.string(),
  logo: z.string(),
})
export type InvoiceSeller = z.output<typeof InvoiceSeller>

export const reminderStates = ['planned', 'sent', 'skipped'] as const
/** A message that a customer gets, or got: of a reminder, its moment and what became of it. */
const PlannedReminder = z.object({
  time: z.number(),
  unit: z.string(),
  /** The moment at which it goes, after the quiet hours. */
  at: timestamp,
  time_zone: z.string(),
  state: z.enum(reminderStates),
  /** Why it was skipped, or will be; empty otherwise. */
  reason: z.string(),
})

const CreditNoteRow = entity({
  credit_note_ref: z.string(),
  credit_note_number: z.string(),
  amount: money(),
  currency,
  reason: z.string(),
  refund_id: z.string(),
  created_at: timestamp,
  created_by: z.string(),
})
const OutsidePayment = entity({
  payment_ref: z.string(),
  amount: money(),
  currency,
  received_on: z.string(),
  method: z.string(),
  evidence: z.string(),
  created_at: timestamp,
  created_by: z.string(),
})

export const Invoice = entity({
  ...answerShape(invoiceFields),
  sums: InvoiceSums,
  seller: InvoiceSeller,
  /** The address at which the customer sees and pays it; not found until it is sent. */
  invoice_url: z.string(),
  /** The names of the fields that cannot change any more. */
  fixed: z.array(z.string()),
  /** What stands in the way of the electronic documents: a field and a reason; empty when they can be had. */
  electronic_gaps: z.array(z.object({ field: z.string(), reason: z.string() })),
  /** Characters that no font of the document has; the PDF is not drawn with them. */
  missing_characters: z.array(z.string()),
  attempts: z.array(PaymentRow),
  outside_payments: z.array(OutsidePayment),
  credit_notes: z.array(CreditNoteRow),
  reminder_plan: z.array(PlannedReminder),
  /** Of each message about it that was sent: the way, to whom, when, what became of it. */
  timeline: z.array(TimelineEntry),
})
export type Invoice = z.input<typeof Invoice>

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

/**
 * Draws up an invoice; signed. `amount` and `sub_total` have to be what the lines make: `invalidAmount` names both otherwise. It is
 * a draft, or is sent at once or at a moment.
 */
export const createInvoice = call({
  at: 'POST /merchants/invoice',
  body: record({
    ...merchantKeyFields,
    environment,
    ...requestShape(invoiceFields),
    send_immediately: z.boolean().optional(),
    /** In the future; sent then. */
    scheduled_at: timestamp.optional(),
    signature_hash: text(100),
  }),
  answer: content(Invoice),
  access: 'invoices',
  notice: 'Invoice Created successfully',
  faults: ['duplicateOrder', 'notFound', 'recipientMissing', 'numberOfSeries'],
  signed,
  server: true,
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
    ...optionalOf(requestShape(invoiceFields)),
    amount: major,
    sub_total: major,
    least_partial_amount: major,
    revision,
    marked_as_sent: z.literal(true).optional(),
    /** Null takes a schedule back: the invoice is a draft again. */
    scheduled_at: timestamp.nullable().optional(),
    signature_hash: text(100).optional(),
  }),
  answer: content(Invoice),
  access: 'invoices',
  notice: 'Invoice Updated successfully',
  faults: [
    'notFound',
    'wrongState',
    'changedMeanwhile',
    'inFlight',
    'invalidAmount',
    'invalidSignature',
    'duplicateOrder',
    'recipientMissing',
    'numberOfSeries',
  ],
  audit: 'invoice.update',
  onFailure: 'inline',
})

/** What went, or goes, where. */
const InvoiceMessage = z.object({
  way: z.enum(messageWays),
  recipient: z.string(),
  sent_at: timestamp,
  message_id: z.string(),
})

/**
 * Sends the invoice now, which issues it, or plans its sending. Each way is used at most once a minute; a repeat within it answers
 * the earlier message.
 */
export const sendInvoice = call({
  at: 'POST /merchants/invoice/{ref}/send-invoice',
  params: { ref: invoiceRef },
  body: z.strictObject({
    environment: environment.optional(),
    /** By default those of the invoice, else mail. */
    ways: z.array(z.enum(messageWays)).min(1).max(messageWays.length).optional(),
    language: z.enum(languageTags).optional(),
    /** Further people who get the mail. */
    recipients: z.array(email).max(limits.invoiceRecipients, { error: 'too_many' }).optional(),
    scheduled_at: timestamp.optional(),
  }),
  answer: content(z.array(InvoiceMessage)),
  access: 'invoices',
  notice: 'Invoice Sent successfully',
  faults: ['notFound', 'wrongState', 'recipientMissing', 'undrawable'],
  audit: 'invoice.send',
  onFailure: 'inline',
})

/** Reminds the customer of an invoice that is sent or overdue, at most once a minute. */
const reminding = {
  params: { ref: invoiceRef },
  answer: content(z.array(InvoiceMessage)),
  access: 'invoices',
  notice: 'Reminder sent successfully',
  faults: ['notFound', 'wrongState', 'recipientMissing'],
  repeat: 'safe',
  audit: 'invoice.remind',
} as const
export const remindOfInvoice = call({
  at: 'POST /merchants/invoice/{ref}/send-reminder',
  body: inEnvironment,
  ...reminding,
})
/** The same by GET, as the specification's console calls it. */
export const remindOfInvoiceByGet = call({
  at: 'GET /merchants/invoice/{ref}/send-reminder',
  query: inEnvironment,
  ...reminding,
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

/** A message of a plan: the sending, or a reminder. */
const PlannedMessage = z.object({
  kind: z.enum(['send', 'reminder']),
  at: timestamp,
  time_zone: z.string(),
  ways: z.array(z.enum(messageWays)),
  state: z.enum(reminderStates),
  reason: z.string(),
  subject: z.string(),
  text: z.string(),
})

/** Every message that the customer of an invoice gets, with its moment and text. */
export const readInvoicePlan = call({
  at: 'GET /api/invoices/{ref}/plan',
  follows: ['invoice'],
  params: { ref: invoiceRef },
  query: inEnvironment,
  answer: content(z.array(PlannedMessage)),
  access: 'invoices',
  faults: ['notFound'],
})

/** The same for an invoice that is being drawn up. */
export const planInvoice = call({
  at: 'POST /api/invoices/plan',
  body: z.strictObject({
    environment: environment.optional(),
    due_date: day,
    reminders: invoiceReminders,
    scheduled_at: timestamp.nullable().optional(),
    customer_name: optionalText(120),
    language: z.enum(languageTags).optional(),
    time_zone: optionalText(60),
    country_code: optionalText(2),
  }),
  answer: content(z.array(PlannedMessage)),
  access: 'invoices',
  repeat: 'safe',
  onFailure: 'log',
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
        open: amount,
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
        /** Of a customer the fields under `customer`, addresses and buyer; of an item those of a line. */
        label: z.string(),
        value: z.record(z.string(), z.unknown()),
      }),
    ),
  ),
  access: 'invoices',
  repeat: 'safe',
  onFailure: 'log',
})

/** Records money that came outside: cash, or a transfer to the bank. Booked as a manual payment, with evidence. */
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
  access: 'invoices',
  faults: ['notFound', 'wrongState', 'inFlight', 'invalidAmount', 'denied'],
  repeat: 'required',
  stepUp: true,
  audit: 'invoice.record-payment',
  notice: 'Payment Recorded successfully',
  onFailure: 'inline',
})

/** Acts on several invoices at once, each with its own outcome. */
export const actOnInvoices = call({
  at: 'POST /api/invoices/acts',
  body: z.strictObject({
    environment: environment.optional(),
    act: z.enum(['send', 'remind', 'void']),
    invoice_refs: z.array(invoiceRef).min(1).max(limits.invoicesAtOnce, { error: 'too_many' }),
  }),
  answer: content(z.array(z.object({ invoice_ref: z.string(), done: z.boolean(), reason: z.string() }))),
  access: 'invoices',
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
