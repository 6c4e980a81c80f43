import type { Mapping, MappingFileType } from '#contract/recon-mapping-shapes.ts'
import type { ReconSample } from '#contract/recon-sample.ts'
import type { Reading } from '#server/recon-files/layout.ts'
import { layoutOf } from '#server/recon-files/layouts.ts'
import { mappingOf } from '#server/recon-files/mapping/mapping-of.ts'
import { readingOf } from '#server/recon-files/mapping/reading-of.ts'
import { hintsOf } from '#server/recon-files/read/hints.ts'
import { openSource } from '#server/recon-files/read/open-source.ts'
import { likenessOf, propose } from '#server/recon-files/read/propose.ts'
import type { Question } from '#server/recon-files/read/propose-values.ts'
import { SourceRefused, type SourceFacts, type SourceRow } from '#server/recon-files/read/source-rows.ts'
import { guessMeaning } from './guess-meaning.ts'
import { isHint } from './is-hint.ts'
import { nothingRead, readWhole, type Opened } from './read-whole.ts'

export interface SampleAsked {
  fileType: MappingFileType
  /** How it is to be read; null to find that out. */
  mapping: Mapping | null
}

/** Rows by which formats are found. */
const rowsProposed = 5_000

/** What a sample says, and how it would be read. What cannot be read at all says why. */
export async function sampleOf(
  { fileType, mapping }: SampleAsked,
  file: AsyncIterable<Uint8Array>,
  spool: { spoolTo?: number } = {},
): Promise<ReconSample> {
  try {
    const wanted = mapping && readingOf(mapping, layoutOf(mapping.engine_source))
    const { facts, rows } = await openSource(
      file,
      wanted ? hintsOf(wanted) : { propose: true, likeness: likenessOf },
      spool,
    )
    const opened = { facts, ...(await begun(rows)) }
    return mapping && wanted && !isHint(mapping)
      ? await readAs(mapping, wanted, opened)
      : await proposed(fileType, opened)
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error
    return { ...empty, reason: error.reason, reason_params: error.params }
  }
}

/** The first rows of a file, and the rest as it comes. */
async function begun(pieces: AsyncIterable<SourceRow[]>): Promise<Omit<Opened, 'facts'>> {
  const iterator = pieces[Symbol.asyncIterator]()
  const first: SourceRow[] = []
  while (first.length < rowsProposed) {
    const { value, done } = await iterator.next()
    if (done) break
    first.push(...value)
  }
  return { first, rest: { [Symbol.asyncIterator]: () => iterator } }
}

/** Recognises the layout of a file, or proposes a mapping of one's own. */
async function proposed(fileType: MappingFileType, opened: Opened): Promise<ReconSample> {
  const { facts, first } = opened
  const found = await propose({ facts, rows: first })
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
  const answer = await readAs(mapping, readingOf(mapping, layout), opened)
  const isText = answer.proposal.reading.encoding !== undefined
  return {
    ...answer,
    // The first letters beyond ASCII may come late.
    ...(isText && { proposal: withEncoding(answer.proposal, facts) }),
    layout: layout?.key ?? '',
    candidates: near
      ? [{ key: near.layout.key, name: near.layout.name, missing: near.missing.map(({ header }) => header) }]
      : [],
    questions: found.questions.map(asQuestion),
  }
}
const withEncoding = (proposal: ReconSample['proposal'], { encoding }: SourceFacts): ReconSample['proposal'] => ({
  ...proposal,
  reading: { ...proposal.reading, encoding },
})

const asQuestion = ({ about, column, example, readings }: Question): ReconSample['questions'][number] => ({
  kind: about,
  column,
  example,
  choices: readings.map(({ reading, value, layout = '' }) => ({
    source_date_format: reading.dates?.[0] ?? '',
    decimal: reading.decimal ?? '',
    group: reading.group ?? '',
    layout,
    sheet_number: reading.sheet ?? -1,
    value,
  })),
})

/** Reads a file as a mapping says. */
async function readAs(mapping: Mapping, reading: Reading, opened: Opened): Promise<ReconSample> {
  const { engine_source, input_header = {}, source_date_format = '', reading: how = {} } = mapping
  const { head, ...said } = await readWhole(mapping, reading, opened)
  const { facts } = opened
  return {
    ...empty,
    format: facts.format,
    packed: facts.packed,
    encoding: facts.encoding,
    delimiter: facts.delimiter,
    sheets: facts.sheets,
    sheet_number: facts.sheet,
    offset: Math.max(head.no - 1, 0),
    headers: head.titles,
    proposal: { engine_source, source_date_format, input_header, reading: how },
    ...said,
  }
}

const empty: ReconSample = {
  ...nothingRead,
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
  mapping_id: '',
}
