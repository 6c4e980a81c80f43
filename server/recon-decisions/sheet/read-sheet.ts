import { join } from 'node:path'
import { Fault } from '#contract/faults.ts'
import type { UploadedFile } from '#contract/kit/file.ts'
import { limits } from '#contract/limits.ts'
import { InputFault, streamApart } from '#server/kit/files/stream-apart.ts'
import { createConcurrencyLimit } from '#server/kit/process/concurrency-limit.ts'
import type { FilledRow, SheetAsked, SheetLine } from './decided-rows.ts'
import { fieldsByTitle } from './sheet-words.ts'

export interface ReadSheet {
  rows: number
  filled: FilledRow[]
}

/**
 * Reads an untrusted sheet in a confined process, one at a time. Throws `invalidFile` for what is no sheet of exceptions, or has too
 * many rows filled in; `uploadsBusy` when too many wait.
 */
export const readSheet = (file: UploadedFile): Promise<ReadSheet> =>
  oneAtATime.pass(async () => {
    const read: ReadSheet = { rows: 0, filled: [] }
    for await (const line of linesOf(file)) {
      if ('refused' in line) throw refusal(line)
      if ('filled' in line) read.filled.push(...line.filled)
      else read.rows = line.rows
    }
    return read
  })
const oneAtATime = createConcurrencyLimit({ concurrent: 1, queue: 3, full: () => new Fault('uploadsBusy') })

async function* linesOf(file: UploadedFile): AsyncGenerator<SheetLine> {
  const asked: SheetAsked = { titles: fieldsByTitle, most: limits.reconDecidedAtOnce }
  const path = join(import.meta.dirname, 'read-sheet-apart.ts')
  try {
    yield* streamApart({ path, argument: asked, input: file.pieces(pieceBytes), timeoutMs, options }) as AsyncGenerator<SheetLine>
  } catch (error) {
    if (error instanceof InputFault) throw error
    yield { refused: 'unreadable_file', params: {} }
  }
} // prettier-ignore
const pieceBytes = 1024 * 1024
const timeoutMs = 8_000
const options = ['--max-old-space-size=192', '--max-semi-space-size=8']

const refusal = ({ refused: reason, params }: { refused: string; params: Record<string, string | number> }): Fault =>
  new Fault('invalidFile', {
    errors: [{ path: 'file', reason, params, text: 'This file cannot be read as a sheet of exceptions.' }],
  })
