import { z } from 'zod'
import { languageTags } from '#i18n/languages.ts'
import { invoiceReminders, invoiceTextOrNone, invoiceLook } from './invoice-parts.ts'
import { call, content } from './kit/call.ts'
import { merchantRef } from './kit/refs.ts'
import { country, email, environment, phone, text } from './kit/wire.ts'

/** The hour of a day in the merchant's zone. */
const hour = z.int().min(0, { error: 'too_small' }).max(23, { error: 'too_big' })

/** Who sends the invoices, as their documents name them; copied into each when it is issued. */
const seller = {
  legal_name: invoiceTextOrNone(120),
  line_1: invoiceTextOrNone(120),
  line_2: invoiceTextOrNone(120),
  city: invoiceTextOrNone(80),
  state: invoiceTextOrNone(80),
  zip_code: invoiceTextOrNone(20),
  country_code: z.union([country, z.literal('')]).optional(),
  tax_number: invoiceTextOrNone(40),
  company_number: invoiceTextOrNone(40),
  endpoint_scheme: z.union([text(4).regex(/^(\d{4}|[A-Z]{2})$/, { error: 'not_a_scheme' }), z.literal('')]).optional(),
  endpoint_id: invoiceTextOrNone(100),
  email: z.union([email, z.literal('')]).optional(),
  phone: z.union([phone, z.literal('')]).optional(),
  bank_name: invoiceTextOrNone(80),
  account_name: invoiceTextOrNone(120),
  account_number: invoiceTextOrNone(40),
  bank_code: invoiceTextOrNone(20),
  /** Terms of payment. */
  terms: invoiceTextOrNone(500),
} as const
/** `{YYYY}`, `{YY}`, `{MM}` of the invoice date and exactly one `{#…}` of as many digits at least. */
const pattern = text(40)

const settings = {
  ...seller,
  number_pattern: pattern.optional(),
  credit_note_pattern: pattern.optional(),
  /** Whether each refund of an invoice makes a credit note. */
  credit_refunds: z.boolean().optional(),
  /** Says that the seller is not subject to tax, which opens electronic invoices without a category. */
  not_subject_to_tax: z.boolean().optional(),
  due_days: z.int().min(0, { error: 'too_small' }).max(365, { error: 'too_big' }).optional(),
  language: z.enum(languageTags).optional(),
  reminders: invoiceReminders.optional(),
  /** Reminders that would go between these hours go at the end of them. */
  quiet_from: hour.optional(),
  quiet_to: hour.optional(),
  look: invoiceLook.optional(),
} as const

export const InvoiceSettings = z.object({
  ...settings,
  revision: z.number(),
  /** The next number of each series, as an invoice of today would get it. */
  next_number: z.string(),
  next_credit_note_number: z.string(),
  /** The latest date of an issued invoice, or empty: one with an earlier date is out of order, which is allowed. */
  latest_invoice_date: z.string(),
})
export type InvoiceSettings = z.input<typeof InvoiceSettings>

export const readInvoiceSettings = call({
  at: 'GET /api/invoices/{id}/settings',
  params: { id: merchantRef() },
  query: z.strictObject({ environment: environment.optional() }),
  answer: content(InvoiceSettings),
  access: 'invoices',
})

/**
 * Saves the given settings. `next_counter` jumps ahead in the series of invoices: the numbers between are declared as a gap, with
 * its reason.
 */
export const updateInvoiceSettings = call({
  at: 'PUT /api/invoices/{id}/settings',
  params: { id: merchantRef() },
  body: z.strictObject({
    environment: environment.optional(),
    ...settings,
    revision: z.int().min(0),
    next_counter: z
      .strictObject({ series: z.enum(['invoice', 'credit_note']), counter: z.int().min(1).max(1e9), reason: text(200) })
      .optional(),
  }),
  answer: content(InvoiceSettings),
  access: 'administration',
  faults: ['changedMeanwhile', 'wrongState'],
  notice: 'Invoice Settings Updated successfully',
  audit: 'invoice-settings.update',
  onFailure: 'inline',
})
