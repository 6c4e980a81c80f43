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
/** A cell that keeps whether it is a text or a number; a workbook says which, and all cells of a csv are texts. */
export type TypedCell = string | number
export interface TypedSheet {
  rows: TypedCell[][]
  /** How the bytes of a csv are text; empty for a workbook. */
  encoding: '' | SheetEncoding
  /** What stands between the cells of a csv; empty for a workbook. */
  separator: string
}
export type SheetEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
/** The reasons to refuse a file. */
export type SheetFault = 'unreadable_file' | 'too_many_rows' | 'packed_too_tight'

/**
 * Reads the rows of an untrusted sheet, including its head. One sheet at a time in a process, in a child with limits of
 * memory and time. An xlsx is first unpacked to count its bytes, so that a zip bomb ends there. A csv is UTF-8.
 * @throws Fault `invalidFile`, the reason at `field`; `uploadsBusy` when too many wait.
 */
export async function readSheet(asked: SheetAsked, field: string): Promise<SheetRow[]> {
  const { rows } = await readApart({ ...asked, typed: false }, field)
  return rows as SheetRow[]
}

/**
 * The same with cells that keep their type, for sheets in which a number may stand for what was a text. A csv may have any usual
 * encoding.
 */
export const readTypedSheet = (asked: SheetAsked, field: string): Promise<TypedSheet> =>
  readApart({ ...asked, typed: true }, field)

async function readApart(
  { name, bytes, rowsMost, typed }: SheetAsked & { typed: boolean },
  field: string,
): Promise<TypedSheet> {
  const kind: SheetKind = { isCsv: name.toLowerCase().endsWith('.csv'), rowsMost, typed }
  const sheet = await readFileApart<TypedSheet, SheetFault>('parse-sheet.ts', kind, bytes)
  if (typeof sheet === 'string') throw refusal(sheet, field)
  if (sheet.rows.length > rowsMost) throw refusal('too_many_rows', field)
  return sheet
}

/**
 * What a program says of an untrusted file: its content, or why it is refused. One at a time in a process, in a child with limits of
 * memory and time.
 * @throws Fault `uploadsBusy` when too many wait.
 */
export function readFileApart<Content, Refusal extends string>(
  program: string,
  argument: object,
  input: Uint8Array,
): Promise<Content | Refusal | 'unreadable_file'> {
  const options = ['--max-old-space-size=256', '--max-semi-space-size=16']
  return oneAtATime.pass(async () => {
    const { output, failure } = await runApart({ program, argument, input, timeoutMs: 15_000, options })
    return failure === null ? (JSON.parse(output.toString()) as Content | Refusal) : 'unreadable_file'
  })
}
const oneAtATime = createConcurrencyLimit({ concurrent: 1, queue: 3, full: () => new Fault('uploadsBusy') })

const refusal = (reason: SheetFault, field: string): Fault => fieldFault('invalidFile', field, reason, texts[reason])
const texts: Record<SheetFault, string> = {
  unreadable_file: 'This file cannot be read as a sheet.',
  too_many_rows: 'This file has too many rows.',
  packed_too_tight: 'This file unpacks to too much.',
}
