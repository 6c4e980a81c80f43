import { refundRowsFrom, type FileFormat } from '#contract/recon-records.ts'
import type { Reading } from '../layout.ts'
import { findTitles } from './find-titles.ts'
import type { ReadRow, RecordsRead } from './read-row.ts'
import { divided } from './refund-rows.ts'
import { RowReader } from './row-reader.ts'
import type { SourceRow } from './source-rows.ts'

/** What is known of a file besides its layout. */
export interface ReadAs {
  format: FileFormat
  /** Amounts of transactions have no more decimals than their currency; lines of settlements may. */
  fileType: 'transaction' | 'recon'
}

/**
 * Reads the rows of a file by a layout: every line below the titles is loaded, ignored by a rule, or rejected in words. Throws
 * {@link WrongHeaders} when the file has other titles than the layout wants. The summary is complete once all rows were read.
 */
export function readRecords(reading: Reading, rows: AsyncIterable<SourceRow[]>, as: ReadAs): RecordsRead {
  const reader = new RowReader(reading, as)
  const all = reading.refunds ? readBoth(reading, reading.refunds, rows, reader) : readAll(reading, rows, reader)
  return { rows: all, summary: () => reader.summary() }
}

/** Rows of refunds stand behind the columns of the others, so that each title is above its own cells. */
async function* readBoth(
  reading: Reading,
  refunds: Reading,
  rows: AsyncIterable<SourceRow[]>,
  reader: RowReader,
): AsyncGenerator<ReadRow[]> {
  const { before, refunds: further } = divided(rows)
  yield* readAll(reading, before, reader)
  const blank = reader.turnTo(refunds).map(() => '')
  const { offset } = refunds
  const from = { ...refunds, ...(offset !== undefined && { offset: offset + refundRowsFrom }) }
  for await (const piece of readAll(from, further, reader))
    yield piece.map((row) => ({ ...row, cells: [...blank, ...row.cells] }))
}

async function* readAll(
  reading: Reading,
  rows: AsyncIterable<SourceRow[]>,
  reader: RowReader,
): AsyncGenerator<ReadRow[]> {
  let first: SourceRow[] | null = []
  for await (const piece of rows) {
    if (first === null) {
      yield read(piece, reader)
      continue
    }
    first.push(...piece)
    // The rows before the titles are kept until these are found: they may state a balance.
    const found = started(first, false)
    if (found) {
      yield found
      first = null
    }
  }
  if (first !== null) yield started(first, true) ?? []

  function started(kept: readonly SourceRow[], isAll: boolean): ReadRow[] | null {
    // A file of sections sets its titles among its rows.
    if (reading.sections?.titles) return read(kept, reader)
    const found = findTitles(reading, kept, isAll)
    if (found === null) return null
    for (const { cells } of kept.slice(0, Math.max(found.row, 0))) reader.before(cells, found.titles)
    reader.begin(found.titles)
    return read(kept.slice(found.row + 1), reader)
  }
}

const read = (rows: readonly SourceRow[], reader: RowReader): ReadRow[] =>
  rows.map(({ no, cells }) => ({ no, outcome: reader.read(no, cells), cells }))
