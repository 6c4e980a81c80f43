import { once } from 'node:events'
import { missingFields, placesOf } from '#contract/third-party-mapping.ts'
import { limits } from '#contract/limits.ts'
import { streamSheet, SheetRefused, type NumberedRow, type SheetCell } from '#server/kit/files/stream-sheet.ts'
import { writeLine } from '#server/kit/files/stream-apart.ts'
import { rowReader, shownCell, type ReadTransaction, type RowError } from './check-row.ts'
import { columnTexts } from './column-texts.ts'
import type { SheetAsked, SheetLine } from './sheet-lines.ts'

/** Reads one sheet from standard input and writes what it says, line by line. */
async function readSheet(asked: SheetAsked, file: AsyncIterable<Buffer>): Promise<void> {
  const say = (line: SheetLine) => writeLine(line)
  let rows = 0
  /** The first row, and rows that wait until it and some of them are told. */
  let head: string[] | null = null
  let waiting: NumberedRow[] | null = []
  let reading: Reading | null = null

  /** Tells the first rows, and begins to read them where the sheet has the columns that are needed. */
  const begin = async (titles: string[], first: readonly NumberedRow[]): Promise<Reading> => {
    const preview = first.slice(0, limits.thirdPartyPreview)
    await say({ head: titles, preview: preview.map(({ cells }) => cells.slice(0, cellsShown).map(shownCell)) })
    const missing = missingFields(placesOf(titles, asked.mapping.columns))
    if (missing.length > 0) throw new SheetRefused('missing_columns', { columns: missing.join(', ') })
    const begun = new Reading(asked, titles)
    for (const row of first) begun.take(row)
    return begun
  }

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
      if (reading?.isFull()) await say(reading.line())
    }
    if (head === null || waiting === null || waiting.length < limits.thirdPartyPreview) continue
    reading = await begin(head, waiting)
    waiting = null
  }
  if (head === null || rows === 0) throw new SheetRefused('empty_file')
  if (waiting) reading = await begin(head, waiting)
  if (!reading) throw new Error('no row was read')
  if (!reading.isEmpty()) await say(reading.line())
  await say({ rows, unknownStatuses: [...reading.unknown] })
}

const rowsOfLine = 2_000
const cellsShown = 60
const statusesMost = 20
const isBlank = (cell: SheetCell): boolean => cell === '' || (typeof cell === 'string' && cell.trim() === '')

/** What was read of a sheet and is not told yet. */
class Reading {
  readonly unknown = new Set<string>()
  private readonly read: ReturnType<typeof rowReader>
  private transactions: ReadTransaction[] = []
  private errors: RowError[] = []

  constructor({ source, mapping }: SheetAsked, head: string[]) {
    const onUnknownStatus = (word: string) => {
      if (this.unknown.size < statusesMost) this.unknown.add(word.slice(0, 60))
    }
    this.read = rowReader({ head, source, mapping, onUnknownStatus })
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
  line(): SheetLine {
    const { transactions, errors } = this
    this.transactions = []
    this.errors = []
    return { count: transactions.length, columns: columnTexts(transactions), errors }
  }
}

const asked = JSON.parse(process.argv[2] ?? '') as SheetAsked
await readSheet(asked, process.stdin).catch((error: unknown) => {
  if (!(error instanceof SheetRefused)) throw error
  return writeLine({ refused: error.reason, params: error.params } satisfies SheetLine)
})
// What is left of a refused file is not read.
process.stdin.destroy()
if (process.stdout.writableLength > 0) await once(process.stdout, 'drain')
