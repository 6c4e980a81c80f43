import { fieldFault, Fault } from '#contract/faults.ts'
import { createConcurrencyLimit } from '#server/kit/process/concurrency-limit.ts'
import type { SheetKind } from './parse-sheet.ts'
import { runApart } from './run-apart.ts'

/** A cell as text: numbers in their shortest decimal form, times as ISO 8601, nothing as the empty text. */
export type SheetRow = string[]
export interface SheetAsked {
  name: string
  bytes: Uint8Array
  /** The limit of rows. One more is read, so that an excess is noticed. */
  rowsMost: number
}
/** The reasons to refuse a file. */
export type SheetFault = 'unreadable_file' | 'too_many_rows' | 'packed_too_tight'

/**
 * Reads the rows of an untrusted sheet, including its head. One sheet at a time in a process, in a child with limits of
 * memory and time. An xlsx is first unpacked to count its bytes, so that a zip bomb ends there.
 * @throws Fault `invalidFile`, the reason at `field`; `uploadsBusy` when too many wait.
 */
export async function readSheet(asked: SheetAsked, field: string): Promise<SheetRow[]> {
  const outcome = await oneAtATime.pass(() => readApart(asked))
  if (typeof outcome === 'string') throw refusal(outcome, field)
  if (outcome.length > asked.rowsMost) throw refusal('too_many_rows', field)
  return outcome
}

async function readApart({ name, bytes, rowsMost }: SheetAsked): Promise<SheetRow[] | SheetFault> {
  const { output, failure } = await runApart({
    program: 'parse-sheet.ts',
    argument: { isCsv: name.toLowerCase().endsWith('.csv'), rowsMost } satisfies SheetKind,
    input: bytes,
    timeoutMs: 15_000,
    options: ['--max-old-space-size=256', '--max-semi-space-size=16'],
  })
  return failure === null ? (JSON.parse(output.toString()) as SheetRow[] | SheetFault) : 'unreadable_file'
}
const oneAtATime = createConcurrencyLimit({ concurrent: 1, queue: 3, full: () => new Fault('uploadsBusy') })

const refusal = (reason: SheetFault, field: string): Fault => fieldFault('invalidFile', field, reason, texts[reason])
const texts: Record<SheetFault, string> = {
  unreadable_file: 'This file cannot be read as a sheet.',
  too_many_rows: 'This file has too many rows.',
  packed_too_tight: 'This file unpacks to too much.',
}
