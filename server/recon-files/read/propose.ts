import type { RecordType } from '#contract/recon-records.ts'
import type { FieldName, From, Layout, Reading } from '../layout.ts'
import { Titles, columnsIn, nameOf, testOf, textOf } from './columns.ts'
import { titlesOf } from './find-titles.ts'
import { likelyColumns } from './likely-columns.ts'
import { likelyTitlesRow } from './likely-titles.ts'
import type { ProposedReading, Question } from './propose-values.ts'
import { proposeDates, proposeMarks } from './propose-values.ts'
import type { ReadRow } from './read-row.ts'
import { areAlike, recognise } from './recognise.ts'
import type { Candidate } from './recognise.ts'
import { readRecords } from './records.ts'
import { sectionReader } from './sections.ts'
import type { SourceCell, SourceFacts, SourceRow } from './source-rows.ts'
import { typeFinder } from './types.ts'

/** The beginning of a file, from which a mapping is proposed. */
export interface Sample {
  facts: SourceFacts
  rows: readonly SourceRow[]
}

/** A word of the column of types, and what it means: null until somebody assigns it. */
export interface TypeWord {
  word: string
  count: number
  type: RecordType | null
}

export interface Proposal {
  /** The layout that was recognised; null for a file of the merchant's own. */
  layout: string | null
  /** The layout that came nearest, with what the file lacks. */
  nearest: Candidate | null
  titles: string[]
  reading: Reading
  typeWords: TypeWord[]
  /** What admits two readings, or cannot be known from the file. */
  questions: Question[]
  /** The first rows, as written beside as read. */
  preview: ReadRow[]
}

const previewed = 50
const moneyFields = [
  'amount', 'net', 'fee', 'tax', 'passed_on', 'delivery', 'discount', 'balance',
] as const satisfies readonly FieldName[] // prettier-ignore

/** Proposes how a file is read: by a layout that is recognised, else by the names of its columns. What is uncertain is asked. */
export async function propose({ facts, rows }: Sample, layouts?: readonly Layout[]): Promise<Proposal> {
  const cells = rows.map((row) => row.cells)
  const candidates = recognise(cells, facts.format, { ...(layouts && { layouts }), message: facts.message })
  const [candidate] = candidates
  const known = candidate?.missing.length === 0 ? candidate : undefined
  const row = known ? known.row : likelyTitlesRow(cells)
  const reading = known ? known.layout.reading : ownReading(titlesOf(cells[Math.max(row, 0)] ?? []))
  const titles = new Titles(reading.titles ?? titlesOf(cells[Math.max(row, 0)] ?? []))
  const below = bodyOf(reading, titles, rows.slice(row + 1))
  const values = (from: From) => below.map(textOf(from, titles))
  const found = [
    proposeMarks(
      reading,
      moneyColumns(reading).flatMap((column) => below.map((one) => one[titles.placeOf(column)] ?? '')),
    ),
    ...(['date', 'booked_on'] as const).map((field) => {
      const from = reading.columns[field]
      if (from === undefined) return { reading: {}, questions: [] }
      const isOne = columnsIn(from).length === 1
      const place = titles.placeOf(columnsIn(from)[0] ?? '')
      const column = isOne ? below.map((one) => one[place] ?? '') : values(from)
      return proposeDates(reading, nameOf(from), column, reading.columns.time_zone !== undefined)
    }),
  ]
  const complete: Reading = {
    ...reading,
    ...bytesOf(facts),
    ...offsetOf(reading, rows[row]),
    ...merged(found),
    known: titles.all.filter((title) => title !== ''),
  }
  return {
    layout: known?.layout.key ?? null,
    nearest: known ? null : (candidate ?? null),
    titles: [...titles.all],
    reading: complete,
    typeWords: typeWordsOf(complete, titles, below),
    questions: [
      ...sheetOpen(facts),
      ...layoutOpen(candidates),
      ...found.flatMap(({ questions }) => questions),
      ...currencyOpen(complete),
    ],
    preview: await previewOf(complete, facts, rows, known?.layout.fileType ?? 'recon'),
  }
}

/** How many rows stand before the titles; a file that sets them among its lines, or has none, has no such number. */
const offsetOf = (reading: Reading, row: SourceRow | undefined): Partial<Reading> =>
  reading.titles || reading.sections?.titles ? {} : { offset: row ? row.no - 1 : 0 }

const bytesOf = ({ encoding, delimiter, sheet, format }: SourceFacts): Partial<Reading> => ({
  ...(format === 'csv' && encoding !== '' ? { encoding } : {}),
  ...(format === 'csv' && delimiter !== '' ? { delimiter } : {}),
  ...(sheet >= 0 ? { sheet } : {}),
})

function ownReading(titles: readonly string[]): Reading {
  const columns = likelyColumns(titles)
  const used = Object.values(columns).flatMap((from) => columnsIn(from))
  const hasType = columns.txn_type !== undefined
  return { dates: [], headers: used, columns, types: {}, ...(hasType ? {} : untyped) }
}

/** Without a column of types money that comes in is a payment, and what goes out a refund. */
const untyped = { type: 'payment', typesReversed: { payment: 'refund' } } as const satisfies Partial<Reading>

const moneyColumns = (reading: Reading): string[] => [
  ...moneyFields.flatMap((field) => {
    const from = reading.columns[field]
    if (from === undefined) return []
    return typeof from === 'object' && 'direction' in from ? [from.amount] : columnsIn(from)
  }),
  ...(reading.charges ?? []).map(({ column }) => column),
]

/** The lines of a sample that are records. */
function bodyOf(reading: Reading, titles: Titles, rows: readonly SourceRow[]): SourceRow['cells'][] {
  const lineOf = sectionReader(reading)
  return rows.map(({ cells }) => cells).filter((cells) => cells.length > 0 && lineOf(cells, titles).line === 'body')
}

function merged(found: readonly ProposedReading[]): Partial<Reading> {
  const dates = [...new Set(found.flatMap(({ reading }) => reading.dates ?? []))]
  return { ...Object.assign({}, ...found.map(({ reading }) => reading)), ...(dates.length > 0 ? { dates } : {}) }
}

/** Several sheets look like records, and one of them was read. */
const sheetOpen = ({ sheets, sheet, alike = [] }: SourceFacts): Question[] =>
  alike.length < 2
    ? []
    : [
        {
          about: 'sheet',
          column: '',
          example: sheets[sheet]?.name ?? '',
          readings: alike.map((at) => ({ reading: { sheet: at }, value: sheets[at]?.name ?? '' })),
        },
      ]

/** Two providers write the same report: nothing in it says whose it is. */
function layoutOpen([first, ...others]: readonly Candidate[]): Question[] {
  const alike = first && first.missing.length === 0 ? others.filter((other) => areAlike(first, other)) : []
  if (!first || alike.length === 0) return []
  const readings = [first, ...alike].map(({ layout: { key, name } }) => ({ reading: {}, layout: key, value: name }))
  return [{ about: 'layout', column: '', example: '', readings }]
}

/** How much the first rows of a sheet look like records: those of a layout most, then those with an amount and a date. */
export function likenessOf(rows: readonly (readonly SourceCell[])[]): number {
  if (recognise(rows, 'xlsx')[0]?.missing.length === 0) return 2
  const columns = likelyColumns(titlesOf(rows[Math.max(likelyTitlesRow(rows), 0)] ?? []))
  const hasMoney = columns.amount !== undefined || columns.net !== undefined
  return hasMoney && (columns.date !== undefined || columns.booked_on !== undefined) ? 1 : 0
}

/** A file that names no currency leaves it to be said. */
const currencyOpen = ({ columns, currency, netCurrency }: Reading): Question[] =>
  (columns.currency ?? columns.net_currency ?? currency ?? netCurrency) === undefined && columns.amount !== undefined
    ? [{ about: 'currency', column: '', example: '', readings: [] }]
    : []

/** Every word of the column of types, the most frequent first. */
function typeWordsOf(reading: Reading, titles: Titles, below: readonly SourceRow['cells'][]): TypeWord[] {
  const from = reading.columns.txn_type ?? reading.columns.status
  if (from === undefined) return []
  const find = typeFinder(reading.types)
  // What is left out needs no type.
  const skipped = (reading.skip ?? []).map(({ when }) => testOf(when, titles))
  const read = below.filter((cells) => !skipped.some((holds) => holds(cells)))
  const words = Map.groupBy(read.map(textOf(from, titles, '|')), (word) => word)
  return [...words]
    .filter(([word]) => word !== '')
    .map(([word, all]) => ({ word, count: all.length, type: find(word) ?? null }))
    .toSorted((one, other) => other.count - one.count)
    .slice(0, 200)
}

async function previewOf(
  reading: Reading,
  { format }: SourceFacts,
  rows: readonly SourceRow[],
  fileType: Layout['fileType'],
): Promise<ReadRow[]> {
  if (reading.columns.date === undefined && reading.columns.booked_on === undefined) return []
  const shown: ReadRow[] = []
  async function* piece() {
    yield [...rows]
  }
  for await (const read of readRecords(reading, piece(), { format, fileType }).rows) shown.push(...read)
  return shown.slice(0, previewed)
}
