import { invoiceFields } from '#contract/invoice-fields.ts'
import type { InvoiceSheetColumn } from '#contract/invoice-batches.ts'
import { requestShape } from '#contract/kit/fields.ts'
import { record } from '#contract/kit/wire.ts'
import type { KeptSheetFault as SheetFault, KeptSheetRow as SheetRow } from '#server/db/kept-invoice.ts'
import { fieldErrors } from '#server/kit/http/parse.ts'
import type { NewInvoice } from '#server/invoices/create.ts'
import { groups, sheetColumns, type Group } from './columns.ts'
import type { Columns, SheetInvoice } from './sheet.ts'

/** What the rows of one invoice ask for. */
export interface SheetRequest {
  number: string
  templateName: string
  /** Whether it is sent once it is made. */
  send: boolean
  /** The request without its amounts; null where a cell is wrong. */
  draft: Omit<NewInvoice, 'amount' | 'sub_total'> | null
  faults: SheetFault[]
  /** Where a field of the request stands in the sheet. */
  placeOf(path: string): Pick<SheetFault, 'row' | 'column'>
}

const { amount: _, sub_total: __, ...asked } = requestShape(invoiceFields)
const draftSchema = record({ ...asked, customer: asked.customer.unwrap() })

/** The columns of the header of an invoice, and of each of its groups. */
const headerColumns = columnsIn(undefined)
const columnsByGroup = Object.fromEntries(groups.map((group) => [group, columnsIn(group)])) as Record<
  Group,
  InvoiceSheetColumn[]
>
function columnsIn(group: Group | undefined): InvoiceSheetColumn[] {
  return (Object.keys(sheetColumns) as InvoiceSheetColumn[]).filter((column) => sheetColumns[column].of === group)
}

/** That of a group by which a fault of all of it is told. */
const mainColumn = (group: Group): InvoiceSheetColumn =>
  columnsByGroup[group].find((column) => sheetColumns[column].needed) as InvoiceSheetColumn

/** Reads the request of an invoice from its rows, and tells every fault of a cell, so that a sheet is mended in one go. */
export function requestOf(columns: Columns, { rows }: Pick<SheetInvoice, 'rows'>): SheetRequest {
  const [first] = rows as [SheetRow, ...SheetRow[]]
  const faults: SheetFault[] = []
  const places = new Map<string, Pick<SheetFault, 'row' | 'column'>>()
  const tell = (place: Pick<SheetFault, 'row' | 'column'>, reason: string, params: SheetFault['params'] = {}) => {
    if (!faults.some(({ row, column }) => row === place.row && column === place.column))
      faults.push({ ...place, reason, params })
  }
  const cellOf = ({ cells }: SheetRow, column: InvoiceSheetColumn) => cells[columns.indexOf(column)] ?? ''
  const read = (row: SheetRow, column: InvoiceSheetColumn): unknown => {
    const text = cellOf(row, column)
    const place = { row: row.row, column }
    if (text === '') {
      if (sheetColumns[column].needed) tell(place, 'required')
      return undefined
    }
    const cell = sheetColumns[column].read(text, (other) => cellOf(row, other))
    if ('value' in cell) return cell.value
    tell(place, cell.reason, { ...cell.params })
    return undefined
  }

  const said: Record<string, unknown> = {}
  for (const column of headerColumns) {
    const filled = rows.filter((row) => cellOf(row, column) !== '')
    const from = filled[0] ?? first
    const { at } = sheetColumns[column]
    places.set(at, { row: from.row, column })
    const value = read(from, column)
    if (value !== undefined) put(said, at, value)
    for (const other of filled.slice(1))
      if (read(other, column) !== value)
        tell({ row: other.row, column }, 'differs', { row: from.row, value: cellOf(from, column) })
  }
  for (const group of groups) {
    const within = columnsByGroup[group]
    const before = new Map<string, number>()
    const parts: Record<string, unknown>[] = []
    for (const row of rows) {
      const texts = within.map((column) => cellOf(row, column))
      if (texts.every((text) => text === '')) continue
      const same = JSON.stringify(texts)
      const earlier = group === 'line_items' ? undefined : before.get(same)
      before.set(same, row.row)
      const part: Record<string, unknown> = {}
      for (const column of within) {
        const { at } = sheetColumns[column]
        places.set(`${group}.${parts.length}.${at}`, { row: row.row, column })
        const value = read(row, column)
        if (value !== undefined) part[at] = value
      }
      if (earlier !== undefined) tell({ row: row.row, column: mainColumn(group) }, 'repeated', { row: earlier })
      parts.push(part)
    }
    if (parts.length > 0 || group === 'line_items') said[group] = parts
  }

  const placeOf: SheetRequest['placeOf'] = (path) => {
    const found = places.get(path)
    if (found) return found
    const group = groups.find((name) => path === name || path.startsWith(`${name}.`))
    return { row: first.row, column: group ? mainColumn(group) : '' }
  }
  const { template, send, ...request } = said
  const written = (value: unknown) => (typeof value === 'string' ? value : '')
  const number = written(request['invoice_number'])
  const decoded = draftSchema.safeDecode({ ...request, merchant_invoice_ref: number } as never)
  if (!decoded.success)
    for (const { path, reason } of decoded.error.issues.flatMap(fieldErrors))
      if (path !== 'merchant_invoice_ref') tell(placeOf(path), reason)
  const draft = faults.length === 0 && decoded.success ? decoded.data : null
  return { number, templateName: written(template), send: send === true, draft, faults, placeOf }
}

function put(into: Record<string, unknown>, path: string, value: unknown): void {
  const [name = '', rest] = path.split('.')
  if (rest === undefined) into[name] = value
  else into[name] = { ...(into[name] as object | undefined), [rest]: value }
}
