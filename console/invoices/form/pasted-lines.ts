import type { Language } from '#i18n/languages.ts'
import { decimalTyped } from '#console/kit/form/decimal.ts'
import { newLine, type EditedLine } from './edited-lines.ts'

/** The columns of the table of lines, in the order in which a pasted block fills them. */
export const lineColumns = ['detail', 'quantity', 'unit', 'rate', 'tax_percent'] as const
export type LineColumn = (typeof lineColumns)[number]

/** The cells of a block as spreadsheets put it on the clipboard: tabs between cells, and quotes around line breaks. */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/g)) {
    row.push((quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"')).trim())
    if (end === '\t') continue
    rows.push(row)
    row = []
    if (end === '') break
  }
  return rows.filter((cells) => cells.some((cell) => cell !== ''))
}

/** Whether a pasted text is a block of cells and no text of one cell. */
export const isBlock = (text: string): boolean => {
  const rows = cellsOf(text)
  return rows.length > 1 || (rows[0]?.length ?? 0) > 1
}

/**
 * The lines of a block that is pasted into a column; its further columns go on to the right. A number is no unit, so a block of
 * texts and two numbers fills quantity and rate. The first row is left out where it has titles above numbers. What a block lacks
 * stays as it is in `over`, the lines from the one that it is pasted into. Numbers are read as the language writes them.
 */
export function pastedLines(
  text: string,
  { into, over = [], language }: { into: LineColumn; over?: readonly EditedLine[]; language: Language },
): EditedLine[] {
  const numberIn = (cell: string) => numberOf(cell, language)
  const isNumber = (cell: string) => plainNumber.test(numberIn(cell))
  const rows = withoutTitles(cellsOf(text), isNumber)
  const columns = columnsOf(rows, into, isNumber)
  return rows.map((cells, at) => {
    const line = over[at] ?? newLine(over.at(-1))
    const filled = columns.flatMap((column, place) => {
      const cell = cells[place] ?? ''
      return column && cell !== '' ? [[column, column === 'detail' ? cell.replaceAll(/\s+/g, ' ') : cell] as const] : []
    })
    const numbers = filled.map(([column, cell]) => [column, isNumeric(column) ? numberIn(cell) : cell])
    const taxed = filled.some(([column]) => column === 'tax_percent') && line.tax_category === ''
    return { ...line, ...Object.fromEntries(numbers), ...(taxed ? { tax_category: 'S' } : {}) }
  })
}

const isNumeric = (column: LineColumn) => column !== 'detail' && column !== 'unit'
const plainNumber = /^\d+(\.\d+)?$/
type IsNumber = (cell: string) => boolean
/** The number of a cell without its currency, percent sign and grouping; another text stays, so that its field says what is wrong. */
function numberOf(cell: string, language: Language): string {
  const bare = decimalTyped(cell.replaceAll(/^[^\d٠-٩۰-۹.,٫-]+|[^\d٠-٩۰-۹]+$/g, ''), language)
  return plainNumber.test(bare) ? bare : cell
}

function withoutTitles(rows: string[][], isNumber: IsNumber): string[][] {
  const [first = [], second = []] = rows
  const titles = second.some((cell, at) => isNumber(cell) && first[at] !== undefined && !isNumber(first[at]))
  return titles && first.every((cell) => !isNumber(cell)) ? rows.slice(1) : rows
}

/** The column of each place of the block; those beyond the last column are left out. */
function columnsOf(rows: string[][], into: LineColumn, isNumber: IsNumber): (LineColumn | undefined)[] {
  const wide = Math.max(0, ...rows.map((cells) => cells.length))
  const from: readonly LineColumn[] = lineColumns.slice(lineColumns.indexOf(into))
  const unit = from.indexOf('unit')
  const given = rows.map((cells) => cells[unit] ?? '').filter(Boolean)
  const skipsUnit = unit > 0 && given.some(isNumber) && given.every((cell) => /\p{Nd}/u.test(cell))
  const filled = skipsUnit ? from.filter((column) => column !== 'unit') : from
  return Array.from({ length: wide }, (_, place) => filled[place])
}
