import type { Expression, SqlBool } from 'kysely'
import type { Column } from '#contract/kit/columns.ts'
import { masterColumns } from '#contract/kit/columns.ts'
import type { Services } from '#server/kit/ctx.ts'
import { amountCell, emptyCell, numberCell, textCell, timeCells, type Cell } from '#server/kit/files/cells.ts'
import type { ListOf, ListRequest } from '#server/kit/lists/list.ts'

/** The parameters of an export, as every export's body decodes. */
export interface ExportRequest extends Pick<ListRequest, 'sorting_data'> {
  columns?: { key: string; title?: string | undefined }[] | undefined
  right_to_left?: boolean | undefined
}

/** The export of a list as a spreadsheet: its columns, the rows as the list reads them, and the filter. */
export interface ExportOf<Request> {
  columns: Readonly<Record<string, Column>>
  list: ListOf<object>
  conditions(request: Request): Expression<SqlBool>[]
  /** Columns derived from a column of the rows. */
  made?: Readonly<Record<string, { from: string; text(value: string, services: Services): string }>>
}

/** A column of an export: the expressions that the statement selects, and the cell made of their values. */
export interface ExportColumn {
  key: string
  title: string
  width: number
  /** The expressions that the statement selects for the column. */
  selects: string[]
  /** The cell of the selected values, which begin at index `at` of the row; empty when they are null. */
  cell(values: readonly string[], at: number): Cell
}

/** The columns of an export in the requested order, by default those that the list shows initially. */
export function columnsOf(
  source: Pick<ExportOf<never>, 'columns' | 'made'>,
  asked: ExportRequest['columns'],
  { timeZone, services, across }: { timeZone: string; services: Services; across: boolean },
): ExportColumn[] {
  const columns: Record<string, Column> = across ? { ...masterColumns, ...source.columns } : source.columns
  const shown = Object.keys(columns).filter((key) => columns[key]?.shown)
  const wanted: { key: string; title?: string | undefined }[] = asked ?? shown.map((key) => ({ key }))
  const time = timeCells(timeZone)
  return wanted.map(({ key, title = key }) => {
    const kind = columns[key]?.kind ?? 'text'
    const made = source.made?.[key]
    const named = kind === 'time' ? `${title} (${timeZone})` : title
    const field = `"${made?.from ?? key}"`
    const sized = { key, title: named, width: Math.max(widths[kind], named.length + 2), selects: [field] }
    const cellOf =
      (cell: (value: string) => Cell): ExportColumn['cell'] =>
      (values, at) =>
        values[at] ? cell(values[at]) : emptyCell
    if (kind === 'amount')
      return {
        ...sized,
        selects: [field, 'currency'],
        cell: (values, at) => (values[at] ? amountCell(values[at], values[at + 1] ?? '') : emptyCell),
      }
    if (kind === 'time') {
      const seconds = `date_part('epoch', ${field})`
      return { ...sized, selects: [seconds], cell: cellOf((value) => time(Math.floor(Number(value)))) }
    }
    if (kind === 'number') return { ...sized, cell: cellOf(numberCell) }
    return { ...sized, cell: cellOf(made ? (value) => textCell(made.text(value, services)) : textCell) }
  })
}

/** In characters. */
const widths = { text: 24, reference: 32, status: 14, amount: 18, time: 20, number: 12 } as const satisfies Record<
  Column['kind'],
  number
>
