import { z } from 'zod'
import {
  additionalCosts,
  customerNote,
  invoiceFieldsShown,
  invoiceLine,
  invoiceLook,
  invoiceNotes,
  invoiceReminders,
  invoiceText,
  invoiceTextOrNone,
} from './invoice-parts.ts'
import { call, content, nothing } from './kit/call.ts'
import { merchantKeyFields, merchantRef, ref } from './kit/refs.ts'
import { currency, environment, optionalText, record, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'
import { paymentMethods } from './methods.ts'

const inEnvironment = z.strictObject({ environment: environment.optional() })
const days = z.int().min(0, { error: 'too_small' }).max(365, { error: 'too_big' })

/** What a template brings into an invoice: everything but its customer and its days. */
const shape = {
  description: invoiceTextOrNone(500),
  line_items: z.array(invoiceLine).max(limits.invoiceLines, { error: 'too_many' }).optional(),
  additional_costs: additionalCosts.optional(),
  custom_fields: invoiceFieldsShown.optional(),
  customer_note: customerNote.optional(),
  additional_invoice_notes: invoiceNotes.optional(),
  internal_note: optionalText(1_000),
  reminders: invoiceReminders.optional(),
  payment_methods: z.array(z.enum(paymentMethods)).max(paymentMethods.length).optional(),
  show_qr_code: z.boolean().optional(),
  notify_by_email: z.boolean().optional(),
  notify_by_phone: z.boolean().optional(),
  send_email_confirmation: z.boolean().optional(),
  allow_partial: z.boolean().optional(),
  /** The days from the invoice date to the due date. */
  due_days: days.optional(),
  look: invoiceLook.optional(),
} as const
const saved = { name: invoiceText(60), currency, ...shape }

export const InvoiceTemplate = z.object({
  template_ref: z.string(),
  name: z.string(),
  currency,
  ...shape,
  revision: z.number(),
  /** Whether it was deleted; it is kept for the invoices that were made from it. */
  deleted: z.boolean(),
  created_at: timestamp,
  created_by: z.string(),
  updated_at: timestamp,
})
export type InvoiceTemplate = z.input<typeof InvoiceTemplate>

/** The templates that are not deleted, by name. */
export const listInvoiceTemplates = call({
  at: 'GET /merchants/{key}/invoice_templates',
  params: { key: merchantRef() },
  query: inEnvironment,
  answer: content(z.array(InvoiceTemplate)),
  access: 'invoices',
})

export const readInvoiceTemplate = call({
  at: 'GET /merchants/{key}/invoice_templates/{ref}',
  params: { key: merchantRef(), ref: ref('invoiceTemplate') },
  query: inEnvironment,
  answer: content(InvoiceTemplate),
  access: 'invoices',
  faults: ['notFound'],
})

/** Makes a template; its name is unique, in any case, among those that are not deleted. */
export const createInvoiceTemplate = call({
  at: 'POST /merchants/invoice_template',
  body: record({ ...merchantKeyFields, environment, ...saved }),
  answer: content(InvoiceTemplate),
  access: 'invoices',
  notice: 'Invoice Template Created successfully',
  faults: ['duplicateTemplate', 'tooMany'],
  audit: 'invoice-template.create',
  onFailure: 'inline',
})

/** Saves a whole template; `changedMeanwhile` for another revision than the latest. */
export const updateInvoiceTemplate = call({
  at: 'PUT /merchants/{key}/invoice_templates/{templateRef}',
  params: { key: merchantRef(), templateRef: ref('invoiceTemplate') },
  body: record({
    ...merchantKeyFields,
    environment: environment.optional(),
    ...saved,
    revision: z
      .int()
      .min(1)
      .meta({ examples: [1] }),
  }),
  answer: content(InvoiceTemplate),
  access: 'invoices',
  notice: 'Invoice Template Updated successfully',
  faults: ['notFound', 'wrongState', 'changedMeanwhile', 'duplicateTemplate'],
  audit: 'invoice-template.update',
  onFailure: 'inline',
})

export const deleteInvoiceTemplate = call({
  at: 'DELETE /merchants/{key}/invoice_templates/{ref}',
  params: { key: merchantRef(), ref: ref('invoiceTemplate') },
  query: inEnvironment,
  answer: nothing,
  access: 'invoices',
  notice: 'Invoice Template Deleted successfully',
  faults: ['notFound', 'wrongState'],
  audit: 'invoice-template.delete',
})
