import { Worker } from 'node:worker_threads'
import { fieldFault, type Fault } from '#contract/faults.ts'

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
 * Reads the rows of an untrusted sheet, including its head. A worker thread with limits of memory and time reads it. An
 * xlsx is first unpacked to count its bytes, so that a zip bomb ends in that thread.
 * @throws Fault `invalidFile`, the reason at `field`.
 */
export async function readSheet(asked: SheetAsked, field: string): Promise<SheetRow[]> {
  const outcome = await inThread(asked)
  if (typeof outcome === 'string') throw refusal(outcome, field)
  if (outcome.length > asked.rowsMost) throw refusal('too_many_rows', field)
  return outcome
}

function inThread(asked: SheetAsked): Promise<SheetRow[] | SheetFault> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./read-sheet-worker.ts', import.meta.url), {
      workerData: asked,
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
    })
    const end = (outcome: SheetRow[] | SheetFault) => {
      clearTimeout(timer)
      resolve(outcome)
      void worker.terminate()
    }
    const timer = setTimeout(() => end('unreadable_file'), patienceMs)
    worker.once('message', end)
    worker.once('error', () => end('unreadable_file'))
    worker.once('exit', () => end('unreadable_file'))
  })
}
const patienceMs = 15_000

const refusal = (reason: SheetFault, field: string): Fault => fieldFault('invalidFile', field, reason, texts[reason])
const texts: Record<SheetFault, string> = {
  unreadable_file: 'This file cannot be read as a sheet.',
  too_many_rows: 'This file has too many rows.',
  packed_too_tight: 'This file unpacks to too much.',
}
