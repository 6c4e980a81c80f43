import { z } from 'zod'
import { invoiceFields } from './invoice-fields.ts'
import { answerShape, listedShape } from './kit/fields.ts'
import { currency, entity, money, timestamp } from './kit/wire.ts'
import { PaymentRow } from './payments.ts'
import { TimelineEntry } from './timeline.ts'

const amount = money('currency', { min: 'zero' })

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
/** A reminder that a customer gets, or got: its moment and what became of it. What is foreseen not to go is skipped. */
export const PlannedReminder = z.object({
  time: z.number(),
  unit: z.string(),
  /** The moment at which it goes, after the quiet hours. */
  at: timestamp,
  time_zone: z.string(),
  state: z.enum(reminderStates),
  /** Why it was skipped, or will be; empty otherwise. */
  reason: z.string(),
})

export type PlannedReminder = z.output<typeof PlannedReminder>

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
