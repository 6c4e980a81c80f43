import { once } from 'node:events'
import { missingFields, placesOf } from '#contract/third-party-mapping.ts'
import { limits } from '#contract/limits.ts'
import { streamSheet, SheetRefused, type NumberedRow } from '#server/kit/files/stream-sheet.ts'
import { writeLine } from '#server/kit/files/stream-apart.ts'
import { rowReader, type ReadTransaction, type RowError } from './check-row.ts'
import { columnTexts } from './column-texts.ts'
import type { SheetAsked, SheetLine } from './sheet-lines.ts'

/** Reads one sheet from standard input and writes what it says, line by line. */
async function readSheet({ isCsv, source, mapping }: SheetAsked, file: AsyncIterable<Buffer>): Promise<void> {
  const say = (line: SheetLine) => writeLine(line)
  const unknown = new Set<string>()
  let head: string[] | null = null
  let read: ReturnType<typeof rowReader> | null = null
  let preview: string[][] | null = []
  let rows = 0
  let transactions: ReadTransaction[] = []
  let errors: RowError[] = []

  const sayHead = async (): Promise<boolean> => {
    if (preview === null) return true
    const [titles, first] = [head ?? [], preview]
    preview = null
    await say({ head: titles, preview: first })
    const missing = missingFields(placesOf(titles, mapping.columns))
    if (missing.length === 0) return true
    await say({ refused: 'missing_columns', params: { columns: missing.join(', ') } })
    return false
  }
  const sayRows = async () => {
    if (transactions.length > 0 || errors.length > 0)
      await say({ count: transactions.length, columns: columnTexts(transactions), errors })
    ;[transactions, errors] = [[], []]
  }

  /** Rows wait until the head and the first of them are told. */
  const waiting: NumberedRow[] = []
  const take = async (row: NumberedRow): Promise<void> => {
    const found = (read as NonNullable<typeof read>)(row)
    if (Array.isArray(found)) errors.push(...found)
    else transactions.push(found)
    if (transactions.length + errors.length >= rowsOfLine) await sayRows()
  }

  for await (const row of streamSheet(file, isCsv)) {
    if (row.cells.every((cell) => cell === '' || (typeof cell === 'string' && cell.trim() === ''))) continue
    if (head === null) {
      head = row.cells.map(shownCell)
      read = rowReader({
        head,
        source,
        mapping,
        onUnknownStatus: (word) => unknown.size < statusesMost && unknown.add(word.slice(0, 60)),
      })
      continue
    }
    if (++rows > limits.thirdPartyRows) return say({ refused: 'too_many_rows', params: {} })
    if (preview === null) {
      await take(row)
      continue
    }
    preview.push(row.cells.slice(0, cellsShown).map(shownCell))
    waiting.push(row)
    if (preview.length < limits.thirdPartyPreview) continue
    if (!(await sayHead())) return
    for (const one of waiting.splice(0)) await take(one)
  }
  if (head === null || rows === 0) return say({ refused: 'empty_file', params: {} })
  if (!(await sayHead())) return
  for (const one of waiting) await take(one)
  await sayRows()
  await say({ rows, unknownStatuses: [...unknown] })
}

const rowsOfLine = 2_000
const cellsShown = 60
const statusesMost = 20
const shownCell = (cell: string | Date): string =>
  (typeof cell === 'string' ? cell.trim() : cell.toISOString().slice(0, 19).replace('T', ' '))
    .toWellFormed()
    .replaceAll('\0', '')
    .slice(0, 200)

const asked = JSON.parse(process.argv[2] ?? '') as SheetAsked
await readSheet(asked, process.stdin).catch((error: unknown) => {
  if (!(error instanceof SheetRefused)) throw error
  return writeLine({ refused: error.reason, params: {} } satisfies SheetLine)
})
// What is left of a refused file is not read.
process.stdin.destroy()
if (process.stdout.writableLength > 0) await once(process.stdout, 'drain')
