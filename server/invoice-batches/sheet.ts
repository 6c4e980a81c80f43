import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { Fault } from '#contract/faults.ts'
import {
  invoiceSheetAdvice,
  invoiceSheetColumns,
  invoiceSheetColumnsNeeded,
  type InvoiceSheetColumn,
} from '#contract/invoice-batches.ts'
import type { UploadedFile } from '#contract/kit/file.ts'
import { limits } from '#contract/limits.ts'
import type { KeptSheetRow as SheetRow } from '#server/db/kept-invoice.ts'
import { withoutNeutral } from '#server/kit/files/neutral.ts'
import { readSheet } from '#server/kit/files/read-sheet.ts'

/** The rows of one invoice, in their order. */
export interface SheetInvoice {
  /** From 0, in the order of their first rows. */
  place: number
  rows: SheetRow[]
}
export interface InvoiceSheet {
  fileName: string
  /** The titles of the first row, as they stand there. */
  head: string[]
  rows: number
  invoices: SheetInvoice[]
}
/** The columns of a sheet in their order; null for one that says nothing about an invoice. */
export type Columns = readonly (InvoiceSheetColumn | null)[]

/** Reads an upload; no connection to the database is held meanwhile. Throws `invalidFile` for what is no sheet of invoices. */
export async function readInvoiceSheet(file: UploadedFile): Promise<InvoiceSheet> {
  const [first = [], ...others] = await readSheet(
    { name: file.name, bytes: await file.bytes(), rowsMost: limits.invoiceSheetRows + 1 },
    fileField,
  )
  const head = first.map(cleaned)
  const rows: SheetRow[] = []
  for (const [at, cells] of others.entries()) {
    if (at % turn === turn - 1) await setImmediate()
    const texts = cells.map(cleaned)
    if (texts.some((one) => one !== '')) rows.push({ row: at + 2, cells: texts })
  }
  checkHead(head, rows)
  if (rows.length === 0) throw refusal('empty_file', {}, 'There is no row in it.')
  const invoices = invoicesOf(columnsOf(head), rows)
  if (invoices.length > limits.invoiceSheetInvoices) {
    const most = limits.invoiceSheetInvoices
    throw refusal('too_many_invoices', { limit: most }, `A sheet has at most ${most} invoices.`)
  }
  return { fileName: file.name, head, rows: rows.length, invoices }
}
const fileField = 'file'
/** Rows after which other requests have their turn. */
const turn = 1_000

/** What each column of a sheet is. */
export const columnsOf = (head: readonly string[]): Columns => head.map((title) => known.get(spelled(title)) ?? null)

const spelled = (title: string) => title.toLowerCase().replaceAll(/[\s_-]/g, '')
const known: ReadonlyMap<string, InvoiceSheetColumn> = new Map(
  invoiceSheetColumns.map((column) => [spelled(column), column]),
)
/** Whether a column says what to do about its row, in a sheet of errors that comes back. */
export const isAdvice = (title: string): boolean => spelled(title) === spelled(invoiceSheetAdvice)

const cleaned = (value: string): string => withoutNeutral(value.toWellFormed().replaceAll('\0', '')).trim()

/** Columns that are needed are there once, and what is written stands under a title that means something. */
function checkHead(head: readonly string[], rows: readonly SheetRow[]): void {
  const columns = columnsOf(head)
  const missing = invoiceSheetColumns.slice(0, invoiceSheetColumnsNeeded).filter((column) => !columns.includes(column))
  if (missing.length > 0) throw columnsRefused('missing_columns', missing, 'These columns are missing')
  const doubled = columns.filter((column, at) => column && columns.indexOf(column) !== at) as string[]
  if (doubled.length > 0) throw columnsRefused('doubled_columns', doubled, 'These columns stand twice')
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const strange = Array.from({ length: width }, (_, at) => at).filter(
    (at) => !columns[at] && !isAdvice(head[at] ?? '') && rows.some(({ cells }) => cells[at]),
  )
  const titles = strange.map((at) => head[at] || letterOf(at))
  if (titles.length > 0) throw columnsRefused('unknown_columns', titles, 'These columns are not known')
}

function columnsRefused(reason: string, titles: readonly string[], words: string): Fault {
  const named = [...new Set(titles)].slice(0, titlesMost).map((title) => title.slice(0, 60))
  return refusal(reason, { columns: named.join(', ') }, `${words}: ${named.join(', ')}.`)
}
/** That an answer names. */
const titlesMost = 20

const refusal = (reason: string, params: Record<string, string | number>, words: string): Fault =>
  new Fault('invalidFile', { errors: [{ path: fileField, reason, params, text: words }] })

/** The name that spreadsheets give a column: A, B, … Z, AA. */
function letterOf(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26))
  return at < 26 ? letter : letterOf(Math.floor(at / 26) - 1) + letter
}

/** Rows with one number are one invoice; one without a number stands alone. */
function invoicesOf(columns: Columns, rows: readonly SheetRow[]): SheetInvoice[] {
  const at = columns.indexOf('InvoiceNumber')
  const invoices: SheetInvoice[] = []
  const byNumber = new Map<string, SheetInvoice>()
  for (const row of rows) {
    const number = row.cells[at] ?? ''
    const found = byNumber.get(number)
    if (found) {
      found.rows.push(row)
      continue
    }
    const invoice = { place: invoices.length, rows: [row] }
    invoices.push(invoice)
    if (number !== '') byNumber.set(number, invoice)
  }
  return invoices
}

/** What the rows of an invoice say, whatever the file and the order of its columns: the same again is the same invoice. */
export function sourceKeyOf(columns: Columns, { rows }: Pick<SheetInvoice, 'rows'>): Buffer {
  const said = rows.map(({ cells }) =>
    columns
      .flatMap((column, at) => (column && cells[at] ? [[column, cells[at]] as const] : []))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
  return createHash('sha256').update(JSON.stringify(said)).digest()
}
