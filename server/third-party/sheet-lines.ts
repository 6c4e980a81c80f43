import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fieldFault, Fault } from '#contract/faults.ts'
import type { KeptMapping } from '#server/db/kept-mapping.ts'
import { InputFault, streamApart } from '#server/kit/files/stream-apart.ts'
import { createConcurrencyLimit } from '#server/kit/process/concurrency-limit.ts'
import type { RowError } from './check-row.ts'
import { readLines } from './read-lines.ts'

/** What the process that reads a sheet is told. */
export interface SheetAsked {
  isCsv: boolean
  source: string
  mapping: KeptMapping
}
/** What it says: the first row and some below it, then rows, then the end; or why the sheet is refused. */
export type SheetLine =
  | { head: string[]; preview: string[][] }
  | RowsLine
  | { rows: number; unknownStatuses: string[] }
  | Refusal
export interface RowsLine {
  count: number
  columns: string[]
  errors: RowError[]
}
export interface Refusal {
  refused: string
  params: Record<string, string | number>
}

/** Reads an untrusted sheet in a confined process. A process that fails, or takes too long, says that it cannot be read. */
export async function* sheetLines(asked: SheetAsked, input: AsyncIterable<Uint8Array>): AsyncGenerator<SheetLine> {
  const program = join(import.meta.dirname, 'read-sheet-apart.ts')
  const lines = streamApart({ path: program, argument: asked, input, timeoutMs: 60_000, options })
  try {
    yield* lines as AsyncGenerator<SheetLine>
  } catch (error) {
    if (error instanceof InputFault) throw error
    yield { refused: 'unreadable_file', params: {} }
  }
}
const options = ['--max-old-space-size=192', '--max-semi-space-size=8']

/**
 * All lines of a small sheet; null where they come to too much to be kept in memory. A workbook is read in a confined process, one at
 * a time; comma-separated text by this one, as that needs no code of strangers.
 * Throws `uploadsBusy` when too many wait.
 */
export const linesAtOnce = (asked: SheetAsked, input: AsyncIterable<Uint8Array>): Promise<SheetLine[] | null> =>
  asked.isCsv ? allOf(readLines(asked, input)) : oneAtATime.pass(() => allOf(sheetLines(asked, input)))

async function allOf(lines: AsyncIterable<SheetLine>): Promise<SheetLine[] | null> {
  const all: SheetLine[] = []
  let rows = 0
  for await (const line of lines) {
    all.push(line)
    if ('count' in line && (rows += line.count + line.errors.length) > rowsAtOnce) return null
    // Other requests have their turn.
    await setImmediate()
  }
  return all
}
const oneAtATime = createConcurrencyLimit({ concurrent: 1, queue: 3, full: () => new Fault('uploadsBusy') })
const rowsAtOnce = 10_000

/** The fault of a sheet that is refused before anything of it is kept. */
export const refusedAs = ({ refused }: Refusal): Fault =>
  fieldFault('invalidFile', 'file', refused, 'This file cannot be read as a sheet of transactions.')
