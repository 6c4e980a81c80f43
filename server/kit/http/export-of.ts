import type { Expression, SqlBool } from 'kysely'
import type { CallSpec, Input } from '#contract/kit/call.ts'
import { isReadable, masterColumns, type Column, type ExportFormat } from '#contract/kit/columns.ts'
import { defaultLanguage, type Language } from '#i18n/languages.ts'
import type { Ctx, Services, User } from '#server/kit/ctx.ts'
import type { Cell } from '#server/kit/files/cells.ts'
import type { Cells } from '#server/kit/files/file-format.ts'
import type { ListOf, ListRequest } from '#server/kit/lists/list.ts'
import { wordsIn, type Words } from './export-words.ts'

/** The parameters of an export, as every export's body decodes. */
export interface ExportRequest extends Pick<ListRequest, 'sorting_data'> {
  columns?: { key: string; title?: string | undefined }[] | undefined
  format?: ExportFormat | undefined
  language?: Language | undefined
  right_to_left?: boolean | undefined
}

/** The export of a list as a file: its columns, the rows as the list reads them, and the filter. */
export interface ExportOf<Request> {
  columns: Readonly<Record<string, Column>>
  list: ListOf<object>
  conditions(request: Request): Expression<SqlBool>[]
  /** Columns derived from columns of the rows. */
  made?: Readonly<Record<string, Made>>
  /** The words of columns whose code alone does not say them. */
  worded?: Readonly<Record<string, Made>>
  /**
   * Columns of texts that depend on the data, such as a form's questions: behind the others in every file, under their own titles.
   * In a column of decimals each value that is one is a number in the file; others, of before the question was changed, stay texts.
   */
  further?: readonly { key: string; title: string; kind: 'text' | 'decimal' }[]
  /** Further columns that people fill in, with what there is to choose in each; a workbook is locked but for these. */
  fillIn?: { name: string; choices: Readonly<Record<string, readonly string[]>> }
  /** The order of the rows where nobody asks for another; descending by default. */
  direction?: 'asc'
  /** What the texts of some columns are made of beside the row: it is fetched for the next rows before these are written. */
  ahead?: {
    from: readonly string[]
    fetch(rows: readonly (readonly string[])[]): Promise<void>
    close(): Promise<void>
  }
  /** What the sheet 'About' says of the rows, in place of the filters. */
  about?(words: Words): readonly (readonly [name: string, value: string])[]
}
/**
 * Finds what to export in the transaction that reads the rows, where the path says whose rows these are. It may only read; its
 * faults are the call's.
 */
export type FindExport<C extends CallSpec> = (ctx: Ctx, input: Input<C>) => Promise<ExportOf<Input<C>['body']>>
/** What the handler of an export is, or finds. */
export const exportOf = async (handler: unknown, ctx: Ctx, input: unknown): Promise<ExportOf<unknown>> =>
  typeof handler === 'function'
    ? (handler as FindExport<CallSpec>)(ctx, input as Input<CallSpec>)
    : (handler as ExportOf<unknown>)
/** A text of the values of some columns of the rows. */
export interface Made {
  from: readonly string[]
  /** The text is a number, and the cell has it as one. */
  isNumber?: true
  text(values: readonly string[], by: { services: Services; words: Words }): string
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

interface By {
  cells: Cells
  timeZone: string
  services: Services
  /** Who gets the file. */
  user: Pick<User, 'roles' | 'flags'>
  /** The columns of the merchant are there too. */
  across: boolean
}

/**
 * The columns of an export in the requested order, by default those that the list shows initially and those that each export
 * has. In a language, a column of codes becomes two: the words, then the codes. A column that the user may not read is
 * empty.
 */
export function columnsOf(
  source: Pick<ExportOf<never>, 'columns' | 'made' | 'worded' | 'further' | 'fillIn'>,
  { columns: asked, language }: Pick<ExportRequest, 'columns' | 'language'>,
  { cells, timeZone, services, user, across }: By,
): ExportColumn[] {
  const columns: Record<string, Column> = across ? { ...masterColumns, ...source.columns } : source.columns
  const usual = Object.keys(columns).filter((key) => columns[key]?.shown || columns[key]?.exported)
  const wanted: { key: string; title?: string | undefined }[] = asked ?? usual.map((key) => ({ key }))
  const words = wordsIn(language ?? defaultLanguage)
  const chosen = wanted.flatMap(({ key, title = language ? words('columns', columns[key]?.title ?? key) : key }) => {
    const column = columns[key] ?? { kind: 'text' }
    const made = source.made?.[key]
    const code = made ? textColumn(key, title, made) : plainColumn(key, title, column)
    if (!isReadable(column, user)) return [{ ...code, cell: () => cells.empty }]
    const { words: group } = column
    if (!language || !group) return [code]
    const worded = source.worded?.[key] ?? { from: [key], text: ([value = '']) => words(group, value) }
    return [textColumn(key, title, worded), { ...code, title: words('columns', 'code_of', { column: title }) }]
  })
  const further = source.further ?? []
  return [...chosen, ...further.map((column) => furtherColumn(column))]

  function furtherColumn({ key, title, kind }: (typeof further)[number]): ExportColumn {
    if (source.fillIn?.choices[key])
      return { key, title, width: widthOf('text', title), selects: [], cell: () => cells.open }
    const made = source.made?.[key]
    const column = made ? textColumn(key, title, made) : plainColumn(key, title, { kind: 'text' })
    if (kind === 'text') return column
    const cell: ExportColumn['cell'] = (values, at) =>
      decimal.test(values[at] ?? '') ? cells.number(values[at] as string) : column.cell(values, at)
    return { ...column, cell }
  }

  function textColumn(key: string, title: string, { from, text, isNumber }: Made): ExportColumn {
    const cell: ExportColumn['cell'] = (values, at) => {
      const found = text(values.slice(at, at + from.length), { services, words })
      return found ? (isNumber ? cells.number(found) : cells.text(found)) : cells.empty
    }
    return { key, title, width: widthOf('text', title), selects: from.map(quoted), cell }
  }

  function plainColumn(key: string, title: string, { kind, currency = 'currency' }: Column): ExportColumn {
    const field = quoted(key)
    const named = kind === 'time' ? `${title} (${timeZone})` : title
    const sized = { key, title: named, width: widthOf(kind, named), selects: [field] }
    const cellOf =
      (cell: (value: string) => Cell): ExportColumn['cell'] =>
      (values, at) =>
        values[at] ? cell(values[at]) : cells.empty
    if (kind === 'amount')
      return {
        ...sized,
        selects: [field, quoted(currency)],
        cell: (values, at) => (values[at] ? cells.amount(values[at], values[at + 1] ?? '') : cells.empty),
      }
    if (kind === 'time') {
      const seconds = `date_part('epoch', ${field})`
      return { ...sized, selects: [seconds], cell: cellOf((value) => cells.time(Math.floor(Number(value)))) }
    }
    return { ...sized, cell: cellOf(kind === 'number' ? cells.number : cells.text) }
  }
}

const decimal = /^-?\d+(\.\d+)?$/
const quoted = (name: string) => `"${name}"`
/** In characters. */
const widths = { text: 24, reference: 32, status: 14, amount: 18, time: 20, number: 12 } as const satisfies Record<
  Column['kind'],
  number
>
const widthOf = (kind: Column['kind'], title: string) => Math.max(widths[kind], title.length + 2)
