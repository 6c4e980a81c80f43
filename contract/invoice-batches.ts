import { z } from 'zod'
import { call, content } from './kit/call.ts'
import { machine } from './kit/machine.ts'
import { merchantKeyFields, merchantRef, ref } from './kit/refs.ts'
import { environment, timestamp } from './kit/wire.ts'
import { limits } from './limits.ts'

/** Invoices from one sheet: checked, or made at once or by a job. */
export const invoiceBatchStates = machine({
  states: ['checked', 'running', 'done'],
  actions: { run: { from: ['checked'], to: 'running' }, finish: { from: ['running'], to: 'done' } },
})

/** The columns of a sheet, in any order and any case. The first ten have to be there. */
export const invoiceSheetColumns = [
  'InvoiceNumber', 'InvoiceDate', 'InvoiceDueDate', 'CustomerName', 'CustomerEmail', 'Currency',
  'LineItem_ID', 'LineItem_Detail', 'LineItem_Quantity', 'LineItem_Rate',
  'TemplateName', 'CustomerPhone', 'InvoiceDescription',
  'CustomFields_Key', 'CustomFields_Value', 'CustomFields_Show',
  'AdditionalInvoiceNotes_Title', 'AdditionalInvoiceNotes_Description',
  'AdditionalCharges_Title', 'AdditionalCharges_Type', 'AdditionalCharges_Amount', 'AdditionalCharges_Nature',
  'Reminder_Time', 'Reminder_TimeUnit', 'NotifyBySMS', 'NotifyByEmail', 'SendEmailConfirmation',
  'CustomerNoteTitle', 'CustomerNoteValue',
  'BillingAddress_Line1', 'BillingAddress_Line2', 'BillingAddress_City', 'BillingAddress_State', 'BillingAddress_CountryCode',
  'BillingAddress_ZipCode',
  'ShippingAddress_Line1', 'ShippingAddress_Line2', 'ShippingAddress_City', 'ShippingAddress_State',
  'ShippingAddress_CountryCode', 'ShippingAddress_ZipCode',
  'LineItem_Unit', 'LineItem_TaxCategory', 'LineItem_TaxPercent', 'LineItem_TaxReason',
  'AdditionalCharges_TaxCategory', 'AdditionalCharges_TaxPercent',
  'BuyerTaxNumber', 'BuyerReference', 'PurchaseOrder', 'Language', 'Send',
] as const // prettier-ignore
export type InvoiceSheetColumn = (typeof invoiceSheetColumns)[number]
export const invoiceSheetColumnsNeeded = 10
/** The column of an error sheet that says what to do. It is passed over when the sheet comes back. */
export const invoiceSheetAdvice = 'WhatToDo'

export const InvoiceRowFault = z.object({
  /** The row of the sheet; its header is row 1. */
  row: z.int(),
  /** Empty for a fault of the whole invoice. */
  column: z.string(),
  /** A key of the console's field reasons, with its parameters. */
  reason: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The same in words, in the language of the request. */
  text: z.string(),
})
export type InvoiceRowFault = z.infer<typeof InvoiceRowFault>

export const InvoiceBatch = z.object({
  batch_id: z.string(),
  status: z.enum(invoiceBatchStates.states),
  file_name: z.string(),
  dry_run: z.boolean(),
  rows: z.int(),
  invoices: z.int(),
  /** Invoices that were made, or on a dry run would be; those made by an earlier upload of the same rows count as made. */
  success_count: z.int(),
  /** Those of them that an earlier upload of the same rows has made. */
  known_count: z.int(),
  failed_count: z.int(),
  /** At most a thousand; the error sheet has all. */
  failures: z.array(InvoiceRowFault),
  /** Sums of the good invoices per currency, in major units as text with all decimals. */
  totals: z.array(z.object({ currency: z.string(), amount: z.string() })),
  /** The first five good invoices: number, customer, amount. */
  first: z.array(
    z.object({ invoice_number: z.string(), customer_name: z.string(), amount: z.string(), currency: z.string() }),
  ),
  /** The path of the sheet of faulty rows; empty without faults. */
  error_sheet: z.string(),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
})
export type InvoiceBatch = z.input<typeof InvoiceBatch>

/**
 * Makes invoices from a sheet (xlsx, xls or csv). Good ones are made and bad ones not. Above 500 a job makes them. What the rows of
 * an invoice say is its key: the same rows again make nothing, in whichever file.
 */
export const createInvoicesFromSheet = call({
  at: 'POST /merchants/{key}/bulk-create-invoices',
  params: { key: merchantRef() },
  file: { field: 'file', endings: ['xlsx', 'xls', 'csv'], mostBytes: limits.uploadBytes },
  body: z.strictObject({
    ...merchantKeyFields,
    environment: environment.optional(),
    /** `true` checks alone. */
    dry_run: z.enum(['true', 'false']).optional(),
  }),
  answer: content(InvoiceBatch),
  access: 'invoices',
  // Another request makes one of the invoices at the same moment.
  faults: ['duplicateOrder'],
  repeat: 'required',
  audit: 'invoice.bulk-create',
  onFailure: 'inline',
})

export const readInvoiceBatch = call({
  at: 'GET /api/invoices/batches/{batch_id}',
  follows: ['invoice_batch'],
  params: { batch_id: ref('invoiceBatch') },
  query: z.strictObject({ environment: environment.optional() }),
  answer: content(InvoiceBatch),
  access: 'invoices',
  faults: ['notFound'],
})

/** The faulty rows of a batch as they were, with a column that says what to do. */
export const readInvoiceErrorSheet = call({
  at: 'GET /api/invoices/batches/{batch_id}/errors',
  params: { batch_id: ref('invoiceBatch') },
  query: z.strictObject({ environment: environment.optional() }),
  answer: content(z.object({ name: z.string(), type: z.string(), data_url: z.string() })),
  access: 'invoices',
  sensitive: true,
  faults: ['notFound'],
  audit: 'invoice.download-errors',
})

/** A sheet with the columns and two invoices as an example. */
export const readInvoiceSampleSheet = call({
  at: 'GET /api/invoices/sample-sheet',
  answer: content(z.object({ name: z.string(), type: z.string(), data_url: z.string() })),
  access: 'invoices',
})
