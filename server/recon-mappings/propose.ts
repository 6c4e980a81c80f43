import type {
  InputHeader,
  Mapping,
  MappingField,
  MappingFileType,
  MappingReading,
} from '#contract/recon-mapping-shapes.ts'
import type { ReconSample } from '#contract/recon-sample.ts'
import { cellText } from '#server/recon-files/read/amounts.ts'
import { titlesOf } from '#server/recon-files/read/find-titles.ts'
import { formatsOf } from '#server/recon-files/read/propose-dates.ts'
import { marksOf } from '#server/recon-files/read/propose-marks.ts'
import type { SourceCell, SourceRow } from '#server/recon-files/read/source-rows.ts'
import { guessFields, guessMeaning } from './guess-fields.ts'

type Question = ReconSample['questions'][number]
/** A proposal for a file that no layout knows, and what has to be asked. */
export interface Proposal {
  mapping: Mapping
  titles: string[]
  offset: number
  questions: Question[]
}

const moneyFields: readonly MappingField[] = ['amount', 'fee', 'tax', 'passed_on', 'net', 'balance']
const dateFields: readonly MappingField[] = ['date', 'booked_on']

/** Proposes how rows of an unknown file are read. What admits two readings is asked and stays open. */
export function proposeMapping(rows: readonly SourceRow[], fileType: MappingFileType): Proposal {
  const at = titleRow(rows)
  const titles = titlesOf(rows[at]?.cells ?? [])
  const body = rows.slice(at + 1)
  const fields = guessFields(
    titles.filter((title) => title !== ''),
    fileType,
  )
  const questions: Question[] = []
  const valuesOf = (title: string): SourceCell[] => body.map(({ cells }) => cells[titles.indexOf(title)] ?? '')
  const dates = dateFormats(fields, valuesOf, questions)
  const marks = moneyMarks(fields, valuesOf, questions)
  const wordColumn = fileType === 'recon' ? fields.txn_type : fields.status
  const types = wordColumn === undefined ? {} : meaningsOf(valuesOf(wordColumn).map(cellText), fileType)
  const reading: MappingReading = {
    ...marks,
    ...(dates.length > 1 && { dates: dates.slice(1) }),
    ...(Object.keys(types).length > 0 && { types }),
  }
  const mapping: Mapping = {
    engine_source: 'SHEET',
    display_name: 'Sample',
    file_type: fileType,
    offset: (rows[at]?.no ?? 1) - 1,
    all_headers: titles,
    input_header: fields as InputHeader,
    source_date_format: dates[0] ?? '',
    reading,
  }
  return { mapping, titles, offset: mapping.offset ?? 0, questions }
}

/** The first of the rows that are filled most widely with texts. */
function titleRow(rows: readonly SourceRow[]): number {
  const score = ({ cells }: SourceRow) =>
    cells.filter((cell) => typeof cell === 'string' && cell.trim() !== '' && !/^[\d.,\s:/+-]+$/.test(cell)).length
  const scores = rows.slice(0, 30).map(score)
  return Math.max(scores.indexOf(Math.max(...scores, 0)), 0)
}

type Fields = Partial<Record<MappingField, string>>
type ValuesOf = (title: string) => SourceCell[]

function dateFormats(fields: Fields, valuesOf: ValuesOf, questions: Question[]): string[] {
  const formats: string[] = []
  for (const column of dateFields.flatMap((field) => fields[field] ?? [])) {
    const found = formatsOf(valuesOf(column))
    if ('format' in found) formats.push(found.format)
    else if ('readings' in found)
      questions.push({
        kind: 'date',
        column,
        examples: [found.example],
        choices: found.readings.map(({ format }) => format),
      })
  }
  return [...new Set(formats)]
}

/** The marks of all columns of money together: one that decides decides for all of them. */
function moneyMarks(
  fields: Fields,
  valuesOf: ValuesOf,
  questions: Question[],
): Pick<MappingReading, 'decimal' | 'group'> {
  const columns = moneyFields.flatMap((field) => fields[field] ?? [])
  const found = marksOf(columns.flatMap(valuesOf))
  if ('readings' in found) {
    const column = columns.find((each) => valuesOf(each).some((cell) => cellText(cell) === found.example)) ?? ''
    const choices = found.readings.map(({ marks }) => marks.decimal ?? '.')
    questions.push({ kind: 'decimal', column, examples: [found.example], choices })
  }
  if (!('marks' in found)) return {}
  const { decimal, group } = found.marks
  return { ...(decimal !== undefined && { decimal }), ...(group !== undefined && { group }) } as Pick<
    MappingReading,
    'decimal' | 'group'
  >
}

function meaningsOf(words: readonly string[], fileType: MappingFileType): NonNullable<MappingReading['types']> {
  const distinct = [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))].slice(0, 200)
  return Object.fromEntries(
    distinct.flatMap((word) => {
      const meaning = guessMeaning(word, fileType)
      return meaning === null ? [] : [[word, meaning]]
    }),
  )
}
