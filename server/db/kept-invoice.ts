import type { InvoiceContent } from '#contract/invoice-content.ts'
import type { InvoiceSeller } from '#contract/invoice-answers.ts'
import type { InvoiceBatch, InvoiceRowFault } from '#contract/invoice-batches.ts'
import type { InvoiceSettings } from '#contract/invoice-settings.ts'
import type { InvoiceTemplate } from '#contract/invoice-templates.ts'

export type KeptInvoice = InvoiceContent
export type KeptSeller = InvoiceSeller

/** A line that a credit note is about, by its place from 0, with what of its quantity is credited: an exact decimal as a number. */
export interface CreditedLine {
  line: number
  quantity: number
}

type OfTemplate =
  | 'template_ref'
  | 'name'
  | 'currency'
  | 'revision'
  | 'deleted'
  | 'created_at'
  | 'created_by'
  | 'updated_at'
export type KeptTemplate = Omit<InvoiceTemplate, OfTemplate>

/** What the merchant has set; what is absent has its default. */
export type KeptInvoiceSettings = Partial<
  Omit<InvoiceSettings, 'revision' | 'next_number' | 'next_credit_note_number' | 'latest_invoice_date'>
>

/** What filling in a customer or an item means, by the fields of the form. */
export type KeptSuggestion = Record<string, unknown>

/** A row as it stands in a sheet of invoices, whose header is row 1. */
export interface KeptSheetRow {
  row: number
  cells: string[]
}
/** A fault of such a row, in no language. */
export type KeptSheetFault = Omit<InvoiceRowFault, 'text'>
/** What is shown of an invoice before it is made. */
export type KeptGlimpse = InvoiceBatch['first'][number]
