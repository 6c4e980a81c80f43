import { createHash } from 'node:crypto'
import { fieldFault } from '#contract/faults.ts'
import { payoutPlacesOf, resultPlace, type PayoutSheetColumn } from '#contract/payout-sheet.ts'
import type { KeptSheetReading } from '#server/db/kept-payout-sheet.ts'
import { withoutNeutral } from '#server/kit/files/neutral.ts'
import type { TypedCell } from '#server/kit/files/read-sheet.ts'
import { cellText } from '#server/kit/files/sheet-cells.ts'

/** A row of the sheet that is not empty. */
export interface Line {
  /** The head is row 1. */
  rowNo: number
  /** Of the file's bytes and the row's number. */
  key: Buffer
  cells: TypedCell[]
}

/** The rows of a sheet below its head. Throws `invalidFile` where there is none, or a column stands twice. */
export function linesOf(rows: readonly TypedCell[][], fileDigest: Buffer): { head: string[]; lines: Line[] } {
  const [first = [], ...others] = rows
  const head = first.map(shownText)
  const lines = others.flatMap((cells, at): Line[] => {
    if (cells.every((cell) => cellTextOf(cell) === '')) return []
    return [{ rowNo: at + 2, key: rowKey(fileDigest, at + 2), cells }]
  })
  if (lines.length === 0) throw fieldFault('invalidFile', 'file', 'empty_file', 'There is no row in it.')
  return { head, lines }
}
const rowKey = (fileDigest: Buffer, rowNo: number): Buffer =>
  createHash('sha256').update(fileDigest).update(`:${rowNo}`).digest()

/** A cell of a line, with whether a spreadsheet may have made a number of it. */
export interface LineCell {
  text: string
  /** It is a number of a workbook, or the digits of a csv, which may be what a spreadsheet has left. */
  isNumber: boolean
  /** It is a number with more digits than a spreadsheet keeps, or written with an exponent. */
  isRounded: boolean
}

/** Reads the cells of lines by the columns of the sheet, and what one value says for all. */
export function cellReader(head: readonly string[], { columns, defaults }: KeptSheetReading, isCsv: boolean) {
  const places = payoutPlacesOf(head, columns)
  const made = resultPlace(head, 'txn_ref')
  return {
    /** The reference of what an earlier upload made of the line; empty where none did. */
    madeRef: ({ cells }: Line): string => (made < 0 ? '' : cellTextOf(cells[made] ?? '')),
    cell({ cells }: Line, column: PayoutSheetColumn): LineCell {
      const raw = cells[places[column] ?? -1] ?? ''
      const text = cellTextOf(raw)
      if (text === '') return { text: defaults[column]?.trim() ?? '', isNumber: false, isRounded: false }
      if (typeof raw === 'number') return { text, isNumber: true, isRounded: Math.abs(raw) >= digitsKept }
      return { text, isNumber: isCsv && /^\d+$/.test(text), isRounded: exponent.test(text) }
    },
  }
}
export type CellReader = ReturnType<typeof cellReader>
/** A spreadsheet keeps 15 digits of a number. */
const digitsKept = 1e15
const exponent = /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i

/** A cell as text: without what keeps a spreadsheet from reckoning, and without what cannot be kept. */
export const cellTextOf = (cell: TypedCell): string =>
  typeof cell === 'number' ? cellText(cell) : withoutNeutral(shownText(cell)).trim()
const shownText = (cell: TypedCell): string => cellText(cell).toWellFormed().replaceAll('\0', '').trim()
