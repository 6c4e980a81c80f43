import { limits } from '#contract/limits.ts'
import type { Mapping, MappingFileType } from '#contract/recon-mapping-shapes.ts'
import type { ReconSample } from '#contract/recon-sample.ts'
import type { Reading } from '#server/recon-files/layout.ts'
import { layoutOf } from '#server/recon-files/layouts.ts'
import { mappingOf } from '#server/recon-files/mapping/mapping-of.ts'
import { readingOf } from '#server/recon-files/mapping/reading-of.ts'
import { missingOf, titlesOf, WrongHeaders } from '#server/recon-files/read/find-titles.ts'
import { openSource } from '#server/recon-files/read/open-source.ts'
import { propose } from '#server/recon-files/read/propose.ts'
import type { Question } from '#server/recon-files/read/propose-values.ts'
import type { ReadRow } from '#server/recon-files/read/read-row.ts'
import { readRecords } from '#server/recon-files/read/records.ts'
import { SourceRefused, type SourceFacts, type SourceRow } from '#server/recon-files/read/source-rows.ts'
import { guessMeaning } from './guess-meaning.ts'
import { isHint } from './is-hint.ts'
import { shownRow, unreadRow } from './sample-rows.ts'
import { typeWordsIn } from './type-words.ts'

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
    const { mapping } = asked
    const wanted = mapping && readingOf(mapping, layoutOf(mapping.engine_source))
    const { facts, rows } = await openSource(file, wanted ? hintsOf(wanted) : {})
    const first = await firstOf(rows)
    return mapping && wanted && !isHint(mapping)
      ? await readAs(mapping, wanted, { facts, rows: first })
      : await proposed(asked.fileType, { facts, rows: first })
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

interface Beginning {
  facts: SourceFacts
  rows: readonly SourceRow[]
}

/** Recognises the layout of a file, or proposes a mapping of one's own. */
async function proposed(fileType: MappingFileType, { facts, rows }: Beginning): Promise<ReconSample> {
  const found = await propose({ facts, rows })
  const layout = found.layout === null ? undefined : layoutOf(found.layout)
  const meanings = Object.fromEntries(
    (layout ? [] : found.typeWords).flatMap(({ word }) => {
      const meaning = guessMeaning(word, fileType)
      return meaning === null ? [] : [[word, meaning]]
    }),
  )
  // A layout's own words and columns come with it: the mapping says what the file adds to them.
  const { known, offset, ...reading } = found.reading
  const said = mappingOf(reading)
  const mapping: Mapping = {
    engine_source: layout?.key ?? 'SHEET',
    display_name: layout?.name ?? '',
    file_type: layout?.fileType ?? fileType,
    input_header: said.input_header,
    source_date_format: said.source_date_format,
    ...(offset !== undefined && { offset }),
    ...(known && { all_headers: [...known] }),
    reading: layout ? said.reading : { ...said.reading, type: undefined, types: meanings },
  }
  const near = found.nearest
  return {
    ...(await readAs(mapping, readingOf(mapping, layout), { facts, rows })),
    layout: layout?.key ?? '',
    candidates: near
      ? [{ key: near.layout.key, name: near.layout.name, missing: near.missing.map(({ header }) => header) }]
      : [],
    questions: found.questions.map(asQuestion),
  }
}

const asQuestion = ({ about, column, example, readings }: Question): ReconSample['questions'][number] => ({
  kind: about,
  column,
  example,
  choices: readings.map(({ reading, value }) => ({
    source_date_format: reading.dates?.[0] ?? '',
    decimal: reading.decimal ?? '',
    group: reading.group ?? '',
    value,
  })),
})

/** Reads the first rows as a mapping says. */
async function readAs(mapping: Mapping, reading: Reading, { facts, rows }: Beginning): Promise<ReconSample> {
  const { engine_source, input_header = {}, source_date_format = '', reading: how = {} } = mapping
  const head = headOf(reading, rows)
  const answer: ReconSample = {
    ...empty,
    format: facts.format,
    packed: facts.packed,
    encoding: facts.encoding,
    delimiter: facts.delimiter,
    sheets: facts.sheets,
    sheet_number: facts.sheet,
    offset: head.offset,
    headers: head.titles,
    proposal: { engine_source, source_date_format, input_header, reading: how },
    words: typeWordsIn(mapping, reading, head, rows),
  }
  try {
    const read = readRecords(reading, piece(rows), { format: facts.format, fileType: mapping.file_type })
    const shown: ReadRow[] = []
    for await (const some of read.rows) shown.push(...some)
    return { ...answer, rows: shown.slice(0, limits.reconSampleShown).map(shownRow) }
  } catch (error) {
    if (!(error instanceof WrongHeaders)) throw error
    const written = rows.slice(0, limits.reconSampleShown).map(unreadRow)
    return { ...answer, reason: error.reason, reason_params: error.params, rows: written }
  }
}
async function* piece(rows: readonly SourceRow[]): AsyncGenerator<SourceRow[]> {
  yield [...rows]
}

export interface Head {
  titles: string[]
  /** Rows before the titles. */
  offset: number
  /** Its place among the rows; -1 where there is none. */
  at: number
}
/** The row of titles: where the reading says, else the first that has all headers. */
function headOf({ titles, offset, headers }: Reading, rows: readonly SourceRow[]): Head {
  if (titles) return { titles: [...titles], offset: 0, at: -1 }
  const has = ({ cells }: SourceRow) => missingOf(headers, titlesOf(cells)).length === 0
  const at = Math.max(offset === undefined ? rows.findIndex(has) : rows.findIndex(({ no }) => no > offset), 0)
  return { titles: titlesOf(rows[at]?.cells ?? []), offset: (rows[at]?.no ?? 1) - 1, at }
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
