import type { FileFormat } from '#contract/recon-records.ts'

/**
 * A cell of a workbook that is no text: the decimal text that the file holds, not a float. `date` where the cell's format shows
 * a date, of the day numbers of 1900 or 1904.
 */
export interface NumberCell {
  number: string
  date?: 1900 | 1904
  /** The format shows a time of day too: a whole number is midnight, and no day alone. */
  time?: true
}
/** A cell as the file has it; the empty text where there is nothing. */
export type SourceCell = string | NumberCell

/**
 * One row of a file, of whichever format. Files without rows are shown as rows below a row of titles: an element of XML, an
 * object of JSON, an entry of a bank statement is one row.
 */
export interface SourceRow {
  /**
   * Its number in the sheet or file, from 1, as a person would count it there. Rows of a workbook in which nothing stands are left out,
   * and blank lines of a text are rows without cells.
   */
  no: number
  cells: SourceCell[]
}

/** What a mapping says about bytes; what it leaves out is found. */
export interface SourceHints {
  encoding?: string
  delimiter?: string
  /** An empty text where quotes are plain characters. */
  quote?: string
  /** The number of the sheet from 0; -1: the file has none, or the only one that has `headers`. */
  sheet?: number
  /** The titles by which the sheet is chosen. */
  headers?: readonly string[]
  /** The elements or objects that are rows, as a path: `Document/Entry`, `transactions`. */
  rowsAt?: string
  /** The columns that are read, which formats without a row of titles have even where the first rows lack them. */
  columns?: readonly string[]
  /** The number of the sheet from 0 whose rows, refunds, follow those of the other one; their numbers are above `refundRowsFrom`. */
  refundSheet?: number
  /** For a preview: how much the first rows of a sheet look like records; 0 for not at all. */
  likeness?: (rows: readonly (readonly SourceCell[])[]) => number
  /** A cell with a formula is the text of the formula after an equals sign, and not the value that a program has reckoned. */
  formulas?: true
  /** For a preview: what nothing in the file proves is proposed instead of refused, such as windows-1252. */
  propose?: boolean
}

/**
 * What was recognised while the first rows were read. The encoding can still change among the rows, from utf-8 to another, where the
 * first letters beyond ASCII come late.
 */
export interface SourceFacts {
  format: FileFormat
  /** 'gz', 'zip' or '' around it. */
  packed: '' | 'gz' | 'zip'
  encoding: string
  delimiter: string
  /** The sheets of a workbook; their rows as the file states them, null where it does not. */
  sheets: { name: string; rows: number | null }[]
  /** The sheet that is read; -1 where there are none. */
  sheet: number
  /** Sheets that are as likely as it, with itself; none where a mapping chooses. */
  alike?: number[]
  /** What a bank's message is: `camt.052`, `camt.053` or `camt.054`. */
  message?: string
}

/** Why a file cannot be read, as a reason with a sentence of its own in every language. */
export class SourceRefused extends Error {
  readonly reason: string
  readonly params: Record<string, string | number>
  constructor(reason: string, params: Record<string, string | number> = {}) {
    super(reason)
    this.reason = reason
    this.params = params
  }
}

/**
 * Opens a file of any format from its bytes as they come. Throws {@link SourceRefused}, at the start or among the rows, and only
 * this: other errors are those of the bytes themselves.
 */
export type OpenSource = (
  file: AsyncIterable<Uint8Array>,
  hints: SourceHints,
) => Promise<{ facts: SourceFacts; rows: AsyncIterable<SourceRow[]> }>

/** The rows of a text of one format, from its text as it comes. Throws {@link SourceRefused}. */
export type TextReader = (text: AsyncIterable<string>, hints: SourceHints) => AsyncIterable<SourceRow[]>
