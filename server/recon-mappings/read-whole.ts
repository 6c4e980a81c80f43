import { limits } from '#contract/limits.ts'
import type { Mapping } from '#contract/recon-mapping-shapes.ts'
import { refundRowsFrom } from '#contract/recon-records.ts'
import type { ReconSample } from '#contract/recon-sample.ts'
import type { Reading } from '#server/recon-files/layout.ts'
import { proofLine, proofOf } from '#server/recon-files/load/proof-of.ts'
import { missingOf, titlesOf, WrongHeaders } from '#server/recon-files/read/find-titles.ts'
import type { ReadRow } from '#server/recon-files/read/read-row.ts'
import { readRecords } from '#server/recon-files/read/records.ts'
import { SourceRefused, type SourceFacts, type SourceRow } from '#server/recon-files/read/source-rows.ts'
import { shownRow, unreadRow } from './sample-rows.ts'
import { TypeWords } from './type-words.ts'

/** A file with its first rows, and those behind them as they come. */
export interface Opened {
  facts: SourceFacts
  first: readonly SourceRow[]
  rest: AsyncIterable<SourceRow[]>
}
type WholeSaid = Pick<ReconSample, 'reason' | 'reason_params' | 'words' | 'rows' | 'counts' | 'proof' | 'proofs'>

const proofsMost = 100
const noCounts = { is_whole: false, rows: 0, records: 0, ignored: {}, rejected: 0 }
/** What is said of a file of which nothing was read. */
export const nothingRead: WholeSaid = {
  reason: '',
  reason_params: {},
  words: [],
  rows: [],
  counts: noCounts,
  proof: [],
  proofs: [],
}

/** Reads a sample to its end as a mapping says, or as far as it gets within `wholeMs`: what becomes of its rows, and what it proves. */
export async function readWhole(
  mapping: Mapping,
  reading: Reading,
  { facts, first, rest }: Opened,
  wholeMs: number = limits.reconSampleWholeMs,
): Promise<WholeSaid & { head: Head }> {
  const head = headOf(reading, first)
  const words = new TypeWords(mapping, reading, head.titles)
  const until = performance.now() + wholeMs
  async function* pieces(): AsyncGenerator<SourceRow[]> {
    for await (const piece of joined(first, rest)) {
      for (const { no, cells } of piece) if (no > head.no && no < refundRowsFrom) words.add(cells)
      yield piece
    }
  }
  const read = readRecords(reading, pieces(), { format: facts.format, fileType: mapping.file_type })
  const shown: ReadRow[] = []
  const said = { reason: '', reason_params: {} }
  let isWhole = true
  try {
    for await (const some of read.rows) {
      if (shown.length < limits.reconSampleShown) shown.push(...some.slice(0, limits.reconSampleShown - shown.length))
      if (performance.now() < until) continue
      isWhole = false
      break
    }
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error
    isWhole = false
    Object.assign(said, { reason: error.reason, reason_params: error.params })
    if (error instanceof WrongHeaders) {
      const rows = first.slice(0, limits.reconSampleShown).map(unreadRow)
      return { ...nothingRead, ...said, head, words: words.found(), rows }
    }
  }
  const { records, ignored, rejected, proofs, titles } = read.summary()
  const proven = isWhole ? proofs.map(proofLine) : []
  return {
    ...said,
    head: reading.refunds ? { ...head, titles } : head,
    words: words.found(),
    rows: shown.map(shownRow),
    counts: { is_whole: isWhole, rows: records + sumOf(ignored) + rejected, records, ignored, rejected },
    proof: proofOf(proven),
    proofs: proven
      .toSorted((a, b) => Number(b.state === 'unproven') - Number(a.state === 'unproven'))
      .slice(0, proofsMost)
      .map(({ brokenAt, ...proof }) => ({ ...proof, broken_at: brokenAt })),
  }
}
const sumOf = (counts: Record<string, number>): number => Object.values(counts).reduce((sum, one) => sum + one, 0)

async function* joined(first: readonly SourceRow[], rest: AsyncIterable<SourceRow[]>): AsyncGenerator<SourceRow[]> {
  yield [...first]
  yield* rest
}

export interface Head {
  titles: string[]
  /** Its number in the file; 0 where there is none. */
  no: number
}
/** The row of titles: where the reading says, else the first that has all headers. */
function headOf({ titles, offset, headers }: Reading, rows: readonly SourceRow[]): Head {
  if (titles) return { titles: [...titles], no: 0 }
  const has = ({ cells }: SourceRow) => missingOf(headers, titlesOf(cells)).length === 0
  const row = (offset === undefined ? rows.find(has) : rows.find(({ no }) => no > offset)) ?? rows[0]
  return { titles: titlesOf(row?.cells ?? []), no: row?.no ?? 1 }
}
