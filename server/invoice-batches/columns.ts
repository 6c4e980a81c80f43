import { languageTags } from '#i18n/languages.ts'
import type { InvoiceSheetColumn } from '#contract/invoice-batches.ts'
import { reminderUnits, taxCategories } from '#contract/invoice-parts.ts'
import { currencyCodes } from '#contract/kit/money.ts'
import {
  amountOrPercent,
  country,
  day,
  flag,
  oneOf,
  percent,
  positiveAlone,
  text,
  wholeNumber,
  type Reader,
} from './cells.ts'

/** The parts of an invoice that come several times: each row may have one of each. */
export const groups = [
  'line_items',
  'additional_costs',
  'custom_fields',
  'additional_invoice_notes',
  'reminders',
] as const
export type Group = (typeof groups)[number]

/** What a column of the sheet is in the request of an invoice. */
export interface SheetColumn {
  /** The field's path in the request, or within its group. */
  at: string
  of?: Group
  read: Reader
  /** Whether its cell has to be filled in; of a group, in each row that has something of the group. */
  needed?: true
}

const capital = (value: string) => value.toUpperCase()
const small = (value: string) => value.toLowerCase()
const currencies = oneOf(currencyCodes, capital, 'not_a_currency')
const category = oneOf(taxCategories, capital)
const needed = true

export const sheetColumns: Readonly<Record<InvoiceSheetColumn, SheetColumn>> = {
  InvoiceNumber: { at: 'invoice_number', read: text, needed },
  InvoiceDate: { at: 'invoice_date', read: day, needed },
  InvoiceDueDate: { at: 'due_date', read: day, needed },
  CustomerName: { at: 'customer.name', read: text, needed },
  CustomerEmail: { at: 'customer.email', read: text },
  CustomerPhone: { at: 'customer.phone', read: text },
  Language: { at: 'customer.language', read: oneOf(languageTags, small) },
  Currency: { at: 'currency', read: currencies, needed },
  TemplateName: { at: 'template', read: text },
  InvoiceDescription: { at: 'description', read: text },
  CustomerNoteTitle: { at: 'customer_note.title', read: text },
  CustomerNoteValue: { at: 'customer_note.value', read: text },
  BuyerTaxNumber: { at: 'buyer.tax_number', read: text },
  BuyerReference: { at: 'buyer.reference', read: text },
  PurchaseOrder: { at: 'buyer.purchase_order', read: text },
  BillingAddress_Line1: { at: 'billing_address.line_1', read: text },
  BillingAddress_Line2: { at: 'billing_address.line_2', read: text },
  BillingAddress_City: { at: 'billing_address.city', read: text },
  BillingAddress_State: { at: 'billing_address.state', read: text },
  BillingAddress_CountryCode: { at: 'billing_address.country_code', read: country },
  BillingAddress_ZipCode: { at: 'billing_address.zip_code', read: text },
  ShippingAddress_Line1: { at: 'shipping_address.line_1', read: text },
  ShippingAddress_Line2: { at: 'shipping_address.line_2', read: text },
  ShippingAddress_City: { at: 'shipping_address.city', read: text },
  ShippingAddress_State: { at: 'shipping_address.state', read: text },
  ShippingAddress_CountryCode: { at: 'shipping_address.country_code', read: country },
  ShippingAddress_ZipCode: { at: 'shipping_address.zip_code', read: text },
  NotifyBySMS: { at: 'notify_by_phone', read: flag },
  NotifyByEmail: { at: 'notify_by_email', read: flag },
  SendEmailConfirmation: { at: 'send_email_confirmation', read: flag },
  Send: { at: 'send', read: flag },

  LineItem_ID: { of: 'line_items', at: 'id', read: text },
  LineItem_Detail: { of: 'line_items', at: 'detail', read: text, needed },
  LineItem_Quantity: { of: 'line_items', at: 'quantity', read: positiveAlone, needed },
  LineItem_Rate: { of: 'line_items', at: 'rate', read: positiveAlone, needed },
  LineItem_Unit: { of: 'line_items', at: 'unit', read: text },
  LineItem_TaxCategory: { of: 'line_items', at: 'tax_category', read: category },
  LineItem_TaxPercent: { of: 'line_items', at: 'tax_percent', read: percent },
  LineItem_TaxReason: { of: 'line_items', at: 'tax_reason', read: text },
  AdditionalCharges_Title: { of: 'additional_costs', at: 'title', read: text, needed },
  AdditionalCharges_Type: { of: 'additional_costs', at: 'type', read: oneOf(['CHARGE', 'DISCOUNT'], capital), needed },
  AdditionalCharges_Amount: { of: 'additional_costs', at: 'amount', read: amountOrPercent, needed },
  AdditionalCharges_Nature: { of: 'additional_costs', at: 'charge_nature', read: oneOf(['FLAT', 'PERCENT'], capital) },
  AdditionalCharges_TaxCategory: { of: 'additional_costs', at: 'tax_category', read: category },
  AdditionalCharges_TaxPercent: { of: 'additional_costs', at: 'tax_percent', read: percent },
  CustomFields_Key: { of: 'custom_fields', at: 'key', read: text, needed },
  CustomFields_Value: { of: 'custom_fields', at: 'value', read: text, needed },
  CustomFields_Show: { of: 'custom_fields', at: 'show', read: flag },
  AdditionalInvoiceNotes_Title: { of: 'additional_invoice_notes', at: 'title', read: text, needed },
  AdditionalInvoiceNotes_Description: { of: 'additional_invoice_notes', at: 'description', read: text, needed },
  Reminder_Time: { of: 'reminders', at: 'time', read: wholeNumber, needed },
  Reminder_TimeUnit: { of: 'reminders', at: 'unit', read: oneOf(reminderUnits, small), needed },
}
