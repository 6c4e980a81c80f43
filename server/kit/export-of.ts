import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { Column } from '#contract/kit/columns.ts'
import { masterColumns } from '#contract/kit/columns.ts'
import type { House } from './ctx.ts'
import { amountCell, emptyCell, numberCell, textCell, timeCells, type Cell } from './cells.ts'
import type { ListOf, ListRequest } from './list.ts'

/** What an export asks, as every export's body decodes. */
export interface ExportRequest extends Pick<ListRequest, 'sorting_data'> {
  columns?: { key: string; title?: string | undefined }[] | undefined
  right_to_left?: boolean | undefined
}

/** How a list leaves as a spreadsheet: its columns, its rows as the list reads them, and which of them fit. */
export interface ExportOf<Request> {
  columns: Readonly<Record<string, Column>>
  list: ListOf<object>
  conditions(request: Request): Expression<SqlBool>[]
  /** Columns that are no columns of the rows: each made from one that is. */
  made?: Readonly<Record<string, { from: string; text(value: string, house: House): string }>>
}

/** A column on its way into the sheet: what PostgreSQL is asked for, and the cell of what it answers. */
export interface ExportColumn {
  key: string
  title: string
  width: number
  /** What the statement selects for it, one value or two. */
  selects: RawBuilder<unknown>[]
  cell(values: readonly (string | null)[], at: number): Cell
}

/**
 * The columns of an export in the order asked for, else those that the list shows from the start. An amount is followed
 * by its currency, so that it can be filtered and added up by it.
 */
export function columnsOf(
  source: Pick<ExportOf<never>, 'columns' | 'made'>,
  asked: ExportRequest['columns'],
  { timeZone, house, across }: { timeZone: string; house: House; across: boolean },
): ExportColumn[] {
  const columns: Record<string, Column> = across ? { ...masterColumns, ...source.columns } : source.columns
  const wanted = asked ?? Object.keys(columns).flatMap((key) => (columns[key]?.shown ? [{ key }] : []))
  const time = timeCells(timeZone)
  return wanted.map(({ key, title = key }: { key: string; title?: string | undefined }) => {
    const kind = columns[key]?.kind ?? 'text'
    const made = source.made?.[key]
    const named = { key, title: kind === 'time' ? `${title} (${timeZone})` : title }
    const sized = { ...named, width: Math.max(widths[kind], named.title.length + 2) }
    const field = sql.ref(made?.from ?? key)
    if (kind === 'amount')
      return {
        ...sized,
        selects: [field, sql.ref('currency')],
        cell: (values, at) => filled(values[at], (minor) => amountCell(minor, values[at + 1] ?? '')),
      }
    if (kind === 'time')
      return {
        ...sized,
        selects: [sql`floor(extract(epoch from ${field}))`],
        cell: (values, at) => filled(values[at], (seconds) => time(Number(seconds))),
      }
    const cell = kind === 'number' ? numberCell : textCell
    const shown = made ? (value: string) => cell(made.text(value, house)) : cell
    return { ...sized, selects: [field], cell: (values, at) => filled(values[at], shown) }
  })
}

const filled = (value: string | null | undefined, cell: (value: string) => Cell) =>
  value === null || value === undefined ? emptyCell : cell(value)
/** In characters. */
const widths = { text: 24, reference: 32, status: 14, amount: 18, time: 20, number: 12 } as const satisfies Record<
  Column['kind'],
  number
>
