import { wireWord } from '#console/kit/i18n/words.ts'

/** The group of texts of each field of an invoice: few readers tell a customer's name from the customer. */
const parts: Record<string, string> = {
  customer_name: 'customer',
  phone: 'phone',
  buyer: 'customer',
  billing_address: 'address',
  shipping_address: 'address',
  delivery_date: 'delivery',
  period: 'delivery',
  sub_total: 'line_items',
  amount: 'line_items',
  least_partial_amount: 'allow_partial',
  success_url: 'redirects',
  failure_url: 'redirects',
  additional_invoice_notes: 'notes',
  customer_note: 'notes',
}

/** The key of a field's words. */
export const partKey = (field: string): string => parts[field] ?? field

/** A part of an invoice in words, for a sentence. */
export const partWord = (field: string): string => wireWord('invoiceParts', partKey(field))
