import { defaultLanguage } from '#i18n/languages.ts'
import { invoiceSheetColumns, type InvoiceSheetColumn } from '#contract/invoice-batches.ts'
import { dayAfter } from '#contract/kit/zoned-day.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { numberCell, textCell } from '#server/kit/files/cells.ts'
import { today } from '#server/invoice-store/settings.ts'
import { bytesOfSheet, fileOfBytes } from '#server/kit/files/file-of-sheet.ts'

type Row = Partial<Record<InvoiceSheetColumn, string | number>>

/** A sheet with all columns and two invoices, one of them with several items, a discount and a reminder. */
export async function sampleSheet(ctx: Ctx) {
  const day = await today(ctx)
  const dates = { InvoiceDate: day, InvoiceDueDate: dayAfter(day, 30), Currency: 'EUR' }
  const first = {
    ...dates,
    InvoiceNumber: 'SAMPLE-1001',
    CustomerName: 'Harbour Tours GmbH',
    CustomerEmail: 'accounts@example.com',
  }
  const second = {
    ...dates,
    InvoiceNumber: 'SAMPLE-1002',
    CustomerName: 'Mei Tan',
    CustomerEmail: 'mei.tan@example.com',
  }
  // prettier-ignore
  const rows: Row[] = [
    {
      ...first,
      LineItem_ID: 'T-1', LineItem_Detail: 'Harbour tour', LineItem_Quantity: 2, LineItem_Rate: 49.5,
      LineItem_TaxCategory: 'S', LineItem_TaxPercent: 19,
      AdditionalCharges_Title: 'Early booking', AdditionalCharges_Type: 'DISCOUNT', AdditionalCharges_Amount: 10,
      AdditionalCharges_Nature: 'PERCENT', Reminder_Time: 3, Reminder_TimeUnit: 'days_before_due_date',
      BillingAddress_Line1: 'Am Kai 7', BillingAddress_City: 'Hamburg', BillingAddress_CountryCode: 'DE',
      BillingAddress_ZipCode: '20457', BuyerTaxNumber: 'DE123456789', PurchaseOrder: 'PO-77', Language: defaultLanguage, Send: 'FALSE',
    },
    {
      InvoiceNumber: 'SAMPLE-1001', LineItem_ID: 'T-2', LineItem_Detail: 'Lunch', LineItem_Quantity: 2, LineItem_Rate: 18,
      LineItem_TaxCategory: 'S', LineItem_TaxPercent: 7,
    },
    {
      ...second,
      LineItem_ID: 'W-1', LineItem_Detail: 'Workshop', LineItem_Quantity: 1.5, LineItem_Unit: 'HUR', LineItem_Rate: 120,
      NotifyByEmail: 'TRUE', Send: 'FALSE',
    },
  ]
  const cells = rows.map((row) => invoiceSheetColumns.map((column) => cellOf(row[column] ?? '')))
  return fileOfBytes('invoices-sample.xlsx', await bytesOfSheet('Invoices', invoiceSheetColumns, cells))
}

const cellOf = (value: string | number) => (typeof value === 'number' ? numberCell(String(value)) : textCell(value))
