import type { InvoiceBatch, InvoiceSheetColumn } from '#contract/invoice-batches.ts'
import { invoicingWith } from '#server/invoices/fixtures.ts'
import { openPaying } from '#server/payments/fixtures.ts'
import { form, formType } from '#test/picture.ts'
import { rowsOfFile } from '#test/unzip.ts'
import type { Answer, TestSession } from '#test/test-app.ts'

export type Cells = Partial<Record<InvoiceSheetColumn | 'WhatToDo', string>>

/** A row of a sheet that makes an invoice by itself. */
export const rowOf = (number: string, more: Cells = {}): Cells => ({
  InvoiceNumber: number,
  InvoiceDate: '2026-03-01',
  InvoiceDueDate: '2036-03-31',
  CustomerName: 'Mei Tan',
  CustomerEmail: 'mei.tan@example.com',
  Currency: 'SGD',
  LineItem_ID: 'T-1',
  LineItem_Detail: 'Harbour tour',
  LineItem_Quantity: '2',
  LineItem_Rate: '50',
  ...more,
})
/** A further row of an invoice, which has nothing but its number and what is said. */
export const furtherRow = (number: string, more: Cells): Cells => ({ InvoiceNumber: number, ...more })

/** A comma-separated sheet with the columns that its rows name, or the given titles. */
export function csvOf(rows: readonly Cells[], titles?: readonly string[]): Buffer {
  const head = titles ?? [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const lines = rows.map((row) => head.map((title) => quoted(row[title as InvoiceSheetColumn] ?? '')).join(','))
  return Buffer.from([head.join(','), ...lines].join('\n'))
}

interface Upload {
  name?: string
  dryRun?: boolean
  key?: string
  as?: TestSession
}

export type Importing = Awaited<ReturnType<typeof openImporting>>

/** Invoices from sheets through the front door, for tests; jobs run when a test says. */
export async function openImporting() {
  const paying = await openPaying()
  const inv = invoicingWith(paying)
  const { testApp, merchant, session } = paying
  const upload = (
    bytes: Buffer,
    { name = 'invoices.csv', dryRun, key = crypto.randomUUID(), as = session }: Upload = {},
  ) =>
    testApp.call(
      as,
      'POST',
      `/merchants/${as.merchant.key}/bulk-create-invoices`,
      form(dryRun === undefined ? {} : { dry_run: String(dryRun) }, [{ field: 'file', name, bytes }]),
      { 'content-type': formType, 'idempotency-key': key },
    )
  const batchOf = (answer: Answer): InvoiceBatch => {
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.body.content as unknown as InvoiceBatch
  }
  const get = (path: string, as: TestSession = session) => testApp.call(as, 'GET', path)
  return {
    inv,
    paying,
    merchant,
    upload,
    batchOf,
    get,
    /** Makes, or checks, the invoices of some rows. */
    take: async (rows: readonly Cells[], how: Upload = {}) => batchOf(await upload(csvOf(rows), how)),
    read: async ({ batch_id }: InvoiceBatch) => batchOf(await get(`/api/invoices/batches/${batch_id}`)),
    /** The bytes of a batch's error sheet. */
    async errorFile({ error_sheet }: InvoiceBatch): Promise<Buffer> {
      const answer = await get(error_sheet.replace('/gateway', ''))
      if (answer.status !== 200) throw new Error(answer.text)
      return fileIn(answer)
    },
    /** How many invoices the merchant has, and those of some numbers. */
    count: async () => {
      const [row] = await paying.sql<{ count: bigint }>('select count(*) from invoices where merchant_id = $1')
      return Number(row?.count)
    },
    invoice: async (number: string) => {
      const answer = await inv.ask('POST', `/merchants/${merchant.key}/invoices`, { search: number })
      const [found] = answer.body.content as unknown as { invoice_ref: string; invoice_number: string }[]
      if (found?.invoice_number !== number) throw new Error(`no invoice ${number}: ${answer.text}`)
      return inv.read(found.invoice_ref)
    },
    close: () => inv.close(),
  }
}

export const fileIn = (answer: Answer): Buffer => {
  const { data_url } = answer.body.content as unknown as { data_url: string }
  return Buffer.from(data_url.slice(data_url.indexOf(',') + 1), 'base64')
}

/** The rows of a workbook by the titles of its first. */
export function recordsOf(file: Buffer): Record<string, string>[] {
  const [head = [], ...rows] = rowsOfFile(file)
  return rows.map((row) => Object.fromEntries(head.map((title, at) => [String(title), String(row[at] ?? '')])))
}
