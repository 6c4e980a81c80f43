import { missingFields, placesOf } from '#contract/third-party-mapping.ts'
import { limits } from '#contract/limits.ts'
import { streamSheet, SheetRefused, type NumberedRow, type SheetCell } from '#server/kit/files/stream-sheet.ts'
import { rowReader, shownCell, type ReadTransaction, type RowError } from './check-row.ts'
import { columnTexts } from './column-texts.ts'
import type { RowsLine, SheetAsked, SheetLine } from './sheet-lines.ts'

/** What a sheet says, line by line, as it comes; where it is refused, that is the last line. */
export async function* readLines(asked: SheetAsked, file: AsyncIterable<Uint8Array>): AsyncGenerator<SheetLine> {
  try {
    yield* linesOf(asked, file)
  } catch (error) {
    if (!(error instanceof SheetRefused)) throw error
    yield { refused: error.reason, params: error.params }
  }
}

async function* linesOf(asked: SheetAsked, file: AsyncIterable<Uint8Array>): AsyncGenerator<SheetLine> {
  let rows = 0
  let head: string[] | null = null
  /** Rows wait until the first of them are told. */
  let waiting: NumberedRow[] | null = []
  let reading: Reading | null = null
  for await (const some of streamSheet(file, asked.isCsv)) {
    for (const row of some) {
      if (row.cells.every(isBlank)) continue
      if (head === null) {
        head = row.cells.map(shownCell)
        continue
      }
      if (++rows > limits.thirdPartyRows) throw new SheetRefused('too_many_rows')
      if (waiting) waiting.push(row)
      else reading?.take(row)
      if (reading?.isFull()) yield reading.line()
    }
    if (head === null || waiting === null || waiting.length < limits.thirdPartyPreview) continue
    yield firstOf(head, waiting)
    reading = new Reading(asked, head, waiting)
    waiting = null
  }
  if (head === null || rows === 0) throw new SheetRefused('empty_file')
  if (waiting) yield firstOf(head, waiting)
  reading ??= new Reading(asked, head, waiting ?? [])
  if (!reading.isEmpty()) yield reading.line()
  yield { rows, unknownStatuses: [...reading.unknown] }
}

const rowsOfLine = 2_000
const cellsShown = 60
const statusesMost = 20
const isBlank = (cell: SheetCell): boolean => cell === '' || (typeof cell === 'string' && cell.trim() === '')

/** The titles, and the rows that a person sees before they are loaded. */
const firstOf = (head: string[], rows: readonly NumberedRow[]): SheetLine => ({
  head,
  preview: rows.slice(0, limits.thirdPartyPreview).map(({ cells }) => cells.slice(0, cellsShown).map(shownCell)),
})

/** What was read of a sheet and is not told yet. */
class Reading {
  readonly unknown = new Set<string>()
  private readonly read: ReturnType<typeof rowReader>
  private transactions: ReadTransaction[] = []
  private errors: RowError[] = []

  /** Throws `SheetRefused` where a column is missing. */
  constructor({ source, mapping }: SheetAsked, head: string[], first: readonly NumberedRow[]) {
    const missing = missingFields(placesOf(head, mapping.columns))
    if (missing.length > 0) throw new SheetRefused('missing_columns', { columns: missing.join(', ') })
    const onUnknownStatus = (word: string) => {
      if (this.unknown.size < statusesMost) this.unknown.add(word.slice(0, 60))
    }
    this.read = rowReader({ head, source, mapping, onUnknownStatus })
    for (const row of first) this.take(row)
  }
  take(row: NumberedRow): void {
    const found = this.read(row)
    if (Array.isArray(found)) this.errors.push(...found)
    else this.transactions.push(found)
  }
  isEmpty(): boolean {
    return this.transactions.length + this.errors.length === 0
  }
  isFull(): boolean {
    return this.transactions.length + this.errors.length >= rowsOfLine
  }
  line(): RowsLine {
    const { transactions, errors } = this
    this.transactions = []
    this.errors = []
    return { count: transactions.length, columns: columnTexts(transactions), errors }
  }
}
