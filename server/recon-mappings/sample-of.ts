import type { Mapping, MappingFileType } from '#contract/recon-mapping-shapes.ts'
import { limits } from '#contract/limits.ts'
import type { ReconSample } from '#contract/recon-sample.ts'
import type { Reading } from '#server/recon-files/layout.ts'
import { layoutOf } from '#server/recon-files/layouts.ts'
import { mappingOf } from '#server/recon-files/mapping/mapping-of.ts'
import { readingOf } from '#server/recon-files/mapping/reading-of.ts'
import { cellText } from '#server/recon-files/read/amounts.ts'
import { Titles, textOf } from '#server/recon-files/read/columns.ts'
import { exactText } from '#server/recon-files/read/exact.ts'
import { titlesOf, WrongHeaders } from '#server/recon-files/read/find-titles.ts'
import { openSource } from '#server/recon-files/read/open-source.ts'
import type { ReadRecord, ReadRow } from '#server/recon-files/read/read-row.ts'
import { readRecords } from '#server/recon-files/read/records.ts'
import { SourceRefused, type SourceFacts, type SourceRow } from '#server/recon-files/read/source-rows.ts'
import { typeFinder } from '#server/recon-files/read/types.ts'
import { proposeMapping } from './propose.ts'
import { recogniseLayout } from './recognise.ts'

export interface SampleAsked {
  fileType: MappingFileType
  /** How it is to be read; null to find that out. */
  mapping: Mapping | null
}

/** Rows by which formats are found. More are not read, so that a sample of any size takes as long. */
const rowsRead = 5_000

/** What a sample says, and how it would be read. What cannot be read at all says why. */
export async function sampleOf(asked: SampleAsked, file: AsyncIterable<Uint8Array>): Promise<ReconSample> {
  try {
    const wanted = asked.mapping && readingOf(asked.mapping, layoutOf(asked.mapping.engine_source))
    const { facts, rows } = await openSource(file, wanted ? hintsOf(wanted) : {})
    return await told(asked, facts, await firstOf(rows))
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error
    return { ...empty, reason: error.reason, reason_params: error.params }
  }
}

const hintsOf = ({ encoding, delimiter, quote, sheet, rowsAt, headers }: Reading) =>
  Object.fromEntries(
    Object.entries({ encoding, delimiter, quote, sheet, rowsAt, headers }).filter(([, value]) => value !== undefined),
  )

async function firstOf(pieces: AsyncIterable<SourceRow[]>): Promise<SourceRow[]> {
  const rows: SourceRow[] = []
  for await (const piece of pieces) {
    rows.push(...piece)
    if (rows.length >= rowsRead) break
  }
  return rows.slice(0, rowsRead)
}

async function told(asked: SampleAsked, facts: SourceFacts, rows: readonly SourceRow[]): Promise<ReconSample> {
  const { layout, candidates } = recogniseLayout(rows, facts.format)
  const known = layout && {
    engine_source: layout.key,
    display_name: layout.name,
    file_type: layout.fileType,
    ...mappingOf(layout.reading),
  }
  const proposal = asked.mapping || known ? null : proposeMapping(rows, asked.fileType)
  const mapping: Mapping = asked.mapping ?? known ?? (proposal?.mapping as Mapping)
  const reading = readingOf(mapping, layoutOf(mapping.engine_source))
  const { input_header = {}, source_date_format = '', reading: how = {} } = mapping
  const answer: ReconSample = {
    ...empty,
    format: facts.format,
    packed: facts.packed,
    encoding: facts.encoding,
    delimiter: facts.delimiter,
    sheets: facts.sheets,
    sheet_number: facts.sheet,
    layout: layout?.key ?? '',
    candidates,
    proposal: { engine_source: mapping.engine_source, source_date_format, input_header, reading: how },
    questions: proposal?.questions ?? [],
  }
  const head = headOf(reading, rows)
  const full = { ...answer, headers: head.titles, offset: head.offset, words: wordsOf(reading, head, rows) }
  const format = facts.format
  try {
    const read = readRecords(reading, piece(rows), { format, fileType: mapping.file_type })
    const shown: ReadRow[] = []
    for await (const some of read.rows) shown.push(...some)
    return { ...full, rows: shown.slice(0, limits.reconSampleShown).map(shownRow) }
  } catch (error) {
    if (!(error instanceof WrongHeaders)) throw error
    return {
      ...full,
      reason: error.reason,
      reason_params: error.params,
      rows: rows.slice(0, limits.reconSampleShown).map(unread),
    }
  }
}
async function* piece(rows: readonly SourceRow[]): AsyncGenerator<SourceRow[]> {
  yield [...rows]
}

interface Head {
  titles: string[]
  offset: number
  at: number
}
/** The row of titles: where the reading says, else the first that has all headers. */
function headOf({ titles, offset, headers }: Reading, rows: readonly SourceRow[]): Head {
  if (titles) return { titles: [...titles], offset: 0, at: -1 }
  const has = ({ cells }: SourceRow) => {
    const found = new Set(titlesOf(cells))
    return headers.every((header) => found.has(header.normalize('NFKC').trim()))
  }
  const at = Math.max(offset === undefined ? rows.findIndex(has) : rows.findIndex(({ no }) => no > offset), 0)
  return { titles: titlesOf(rows[at]?.cells ?? []), offset: (rows[at]?.no ?? 1) - 1, at }
}

/** Every word of the column that tells the type, the most frequent first. */
function wordsOf(reading: Reading, { titles, at }: Head, rows: readonly SourceRow[]): ReconSample['words'] {
  const from = reading.columns.txn_type ?? reading.columns.status
  if (from === undefined) return []
  const word = textOf(from, new Titles(titles), '|')
  const find = typeFinder(reading.types)
  const counts = new Map<string, number>()
  for (const { cells } of rows.slice(at + 1)) {
    const found = word(cells)
    if (found !== '' && counts.size < 200) counts.set(found, (counts.get(found) ?? 0) + 1)
  }
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([text, count]) => ({ word: text, count, type: find(text) ?? null }))
}

const written = (cells: SourceRow['cells']): string[] => cells.map((cell) => cellText(cell).slice(0, 500))
const blank = { rule: '', record: {}, type: '' as const, marks: [], faults: [] }
const unread = ({ no, cells }: SourceRow): ReconSample['rows'][number] => ({
  row_no: no,
  cells: written(cells),
  outcome: 'ignored',
  ...blank,
})
function shownRow({ no, cells, outcome }: ReadRow): ReconSample['rows'][number] {
  const row = { row_no: no, cells: cells.map((cell) => cell.slice(0, 500)), ...blank }
  if ('ignored' in outcome) return { ...row, outcome: 'ignored', rule: outcome.ignored }
  if ('rejected' in outcome) return { ...row, outcome: 'rejected', faults: outcome.rejected }
  const { type, marks } = outcome.record
  return { ...row, outcome: 'record', record: recordTexts(outcome.record), type, marks }
}

/** A record's fields as texts; those that are empty are left out. */
export function recordTexts({
  identity: _,
  content: __,
  marks: ___,
  type: ____,
  ...fields
}: ReadRecord): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      if (value === null || value === '') return []
      const text = typeof value === 'bigint' ? exactText(value, 2) : String(value)
      return [[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), text.slice(0, 500)]]
    }),
  )
}

const empty: ReconSample = {
  reason: '',
  reason_params: {},
  format: '',
  packed: '',
  encoding: '',
  delimiter: '',
  sheets: [],
  sheet_number: -1,
  offset: 0,
  headers: [],
  layout: '',
  candidates: [],
  proposal: { engine_source: 'SHEET', source_date_format: '', input_header: {}, reading: {} },
  questions: [],
  words: [],
  rows: [],
}
