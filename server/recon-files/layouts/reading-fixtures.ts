import { createReadStream } from 'node:fs'
import type { Layout, Reading } from '../layout.ts'
import { layoutOf } from '../layouts.ts'
import { hintsOf } from '../read/hints.ts'
import { openSource } from '../read/open-source.ts'
import { exactText } from '../read/exact.ts'
import type { Exact } from '../read/exact.ts'
import type { Proof, ReadRecord, ReadRow, ReadSummary } from '../read/read-row.ts'
import { propose } from '../read/propose.ts'
import type { Proposal } from '../read/propose.ts'
import { readRecords } from '../read/records.ts'
import type { SourceHints, SourceRow } from '../read/source-rows.ts'

/** A file: its text, its bytes, or where it is. */
export type FileOf = { text: string } | { bytes: Uint8Array } | { path: string }

export interface FileRead {
  rows: ReadRow[]
  records: ReadRecord[]
  summary: ReadSummary
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
const bytesOf = (of: FileOf): AsyncIterable<Uint8Array> =>
  'path' in of ? createReadStream(of.path) : piecesOf('text' in of ? Buffer.from(of.text) : of.bytes)

/** Reads a text, or the file of a path, by a layout with some of its reading changed. */
export async function readBy(key: string, of: FileOf, changed: Partial<Reading> = {}): Promise<FileRead> {
  const layout = layoutOf(key)
  if (!layout) throw new Error(`no layout ${key}`)
  return readWith({ ...layout, reading: { ...layout.reading, ...changed } }, of)
}

export async function readWith(layout: Layout, of: FileOf): Promise<FileRead> {
  const { reading } = layout
  const source = await openSource(bytesOf(of), hintsOf(reading))
  const read = readRecords(reading, source.rows, { format: source.facts.format, fileType: layout.fileType })
  const rows: ReadRow[] = []
  for await (const piece of read.rows) rows.push(...piece)
  return { rows, records: recordsOf(rows), summary: read.summary() }
}

/** What is proposed for a file. */
export async function proposedFor(of: FileOf, hints: SourceHints = {}): Promise<Proposal> {
  const { facts, rows } = await openSource(bytesOf(of), hints)
  const first: SourceRow[] = []
  for await (const piece of rows) first.push(...piece)
  return propose({ facts, rows: first })
}

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
