import type { z } from 'zod'
import type { invoiceFields } from './invoice-fields.ts'

type Fields = typeof invoiceFields
type ContentName = {
  [K in keyof Fields]: Fields[K] extends { request: object; column: false } ? K : never
}[keyof Fields]

/** What an invoice says apart from what has columns: the fields with `column: false` that a request may set. */
export type InvoiceContent = { [K in ContentName]: z.output<Fields[K]['answer']> }

/** What an invoice says where its merchant says nothing. */
export const emptyContent: InvoiceContent = {
  billing_address: {},
  shipping_address: {},
  buyer: {},
  delivery_date: '',
  period: null,
  line_items: [],
  additional_costs: [],
  custom_fields: [],
  description: '',
  customer_note: {},
  additional_invoice_notes: [],
  internal_note: '',
  reminders: [],
  payment_methods: [],
  show_qr_code: false,
  notify_by_email: false,
  notify_by_phone: false,
  send_email_confirmation: false,
  look: {},
}
