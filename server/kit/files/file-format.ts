import type { Cell } from './cells.ts'
import type { Sheet } from './spreadsheet.ts'

/** How an export is written. */
export interface FileFormat {
  /** The ending of the file's name. */
  ending: string
  /** The media type. */
  type: string
  /** What stands between the cells of a row. */
  between: string
  /** The cells, with times in the local time of a time zone. */
  cells(timeZone: string): Cells
  /** Streams the file of rows that come in batches, each row its joined cells. Memory does not grow with their number. */
  file(sheet: Sheet, batches: AsyncIterable<readonly string[]>): AsyncGenerator<Buffer>
}
export interface Cells {
  empty: Cell
  /** A cell that people fill in. */
  open: Cell
  text(value: string): Cell
  /** A number as its decimal text. */
  number(decimal: string): Cell
  /** An amount from the text of its minor units. */
  amount(minor: string, currency: string): Cell
  /** A Unix time in whole seconds. */
  time(seconds: number): Cell
}
