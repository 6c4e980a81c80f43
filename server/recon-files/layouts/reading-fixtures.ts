import { existsSync, createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Layout, Reading } from '../layout.ts'
import { layoutOf } from '../layouts.ts'
import { openSource } from '../read/open-source.ts'
import { exactText } from '../read/exact.ts'
import type { Exact } from '../read/exact.ts'
import type { Proof, ReadRecord, ReadRow, ReadSummary } from '../read/read-row.ts'
import { readRecords } from '../read/records.ts'
import type { SourceHints } from '../read/source-rows.ts'

const shared = join(import.meta.dirname, '../../../../shared/data/settlement')
/** Whether the real files are there; tests that need them say so and are left out. */
export const hasRealFiles = existsSync(shared)
export const realFile = (path: string): string => join(shared, path)

export interface FileRead {
  rows: ReadRow[]
  records: ReadRecord[]
  summary: ReadSummary
}

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
/** Reads a text, or the file of a path, by a layout with some of its reading changed. */
export async function readBy(
  key: string,
  of: { text: string } | { path: string },
  changed: Partial<Reading> = {},
): Promise<FileRead> {
  const layout = layoutOf(key)
  if (!layout) throw new Error(`no layout ${key}`)
  return readWith({ ...layout, reading: { ...layout.reading, ...changed } }, of)
}

export async function readWith(layout: Layout, of: { text: string } | { path: string }): Promise<FileRead> {
  const { reading } = layout
  const bytes: AsyncIterable<Uint8Array> = 'text' in of ? piecesOf(of.text) : createReadStream(of.path)
  const source = await openSource(bytes, hintsOf(reading))
  const read = readRecords(reading, source.rows, { format: source.facts.format, fileType: layout.fileType })
  const rows: ReadRow[] = []
  for await (const piece of read.rows) rows.push(...piece)
  return { rows, records: recordsOf(rows), summary: read.summary() }
}

/** What a layout says about bytes. */
const hintsOf = ({ encoding, delimiter, quote, sheet, headers, rowsAt }: Reading): SourceHints => ({
  ...(encoding === undefined ? {} : { encoding }),
  ...(delimiter === undefined ? {} : { delimiter }),
  ...(quote === undefined ? {} : { quote }),
  ...(rowsAt === undefined ? {} : { rowsAt }),
  sheet: sheet ?? -1,
  headers,
})

export const recordsOf = (rows: readonly ReadRow[]): ReadRecord[] =>
  rows.flatMap(({ outcome }) => ('record' in outcome ? [outcome.record] : []))
export const rejectedOf = (rows: readonly ReadRow[]) =>
  rows.flatMap(({ no, outcome }) => ('rejected' in outcome ? [{ no, faults: outcome.rejected }] : []))

/** A proof in the words of a test: `payout 380 USD proven 55308.07`. */
export const told = (proof: Proof): string =>
  [
    proof.kind,
    ...[proof.batch, proof.name].filter((word) => word !== ''),
    proof.currency,
    proof.state,
    proof.stated === null ? amount(proof.computed) : amount(proof.stated),
    ...(proof.state === 'unproven' ? [`by ${amount(proof.difference)}`] : []),
  ].join(' ')
export const amount = (exact: Exact | null): string => (exact === null ? '' : exactText(exact))
/** How many of each. */
export const countsOf = (words: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}
export const sumOf = (amounts: readonly (Exact | null)[]): string =>
  exactText(amounts.reduce<Exact>((sum, one) => sum + (one ?? 0n), 0n))
