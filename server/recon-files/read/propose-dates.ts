import { stepsOf } from './date-format.ts'
import { dateReader, type DateFault, type ReadDate } from './dates.ts'
import type { SourceCell } from './source-rows.ts'

/** One way to read a column, with what it makes of the example. */
export interface DateReading {
  format: string
  /** The day, and where there is a time the moment in ISO 8601, as if it were of UTC. */
  value: string
}
/** The format that reads a whole column; or the question, as the readings of one of its values; or the value that none reads. */
export type FormatsFound =
  | { format: string; hasTime: boolean; hasZone: boolean }
  | { example: string; readings: readonly DateReading[] }
  | { example: string; fault: DateFault }

/**
 * Proposes the format of a column of dates, where exactly one reads every value. `12/02/2016` alone may be of December or of February,
 * and is asked; one `13/02/2016` in the column decides. Empty cells say nothing; cells that are dates of a workbook need no format.
 */
export function formatsOf(values: readonly SourceCell[]): FormatsFound {
  const filled = values.filter((value) => typeof value !== 'string' || value.trim() !== '')
  const dated = filled.filter((value) => typeof value !== 'string' && value.date !== undefined)
  if (filled.length > 0 && dated.length === filled.length)
    return { format: 'excel', hasTime: dated.some(isMoment), hasZone: false }
  const texts = [...new Set(filled.map((value) => (typeof value === 'string' ? value.trim() : value.number)))]
  if (texts.length === 0) return { example: '', fault: 'empty' }

  let best = { example: texts[0] as string, at: -1, fault: 'not_in_date_format' as DateFault }
  const reading = new Map<string, { format: string; read: (text: string) => ReadDate | DateFault }>()
  for (const format of candidates()) {
    const read = readerOf(format)
    const failed = texts.findIndex((text) => !isPlausible(read(text)))
    if (failed < 0) {
      const key = meaningOf(format)
      if (!reading.has(key)) reading.set(key, { format, read })
    }
    const fault = failed < 0 ? '' : read(texts[failed] as string)
    if (typeof fault === 'string' && fault !== '' && failed > best.at)
      best = { example: texts[failed] as string, at: failed, fault }
  }
  const found = [...reading.values()]
  const [first] = found
  if (!first) return { example: best.example, fault: best.fault }
  if (found.length === 1) return { format: first.format, ...traitsOf(first.format) }
  const isDivided = (text: string) => new Set(found.map(({ read }) => shown(read(text)))).size > 1
  const example = texts.find(isDivided) ?? (texts[0] as string)
  return { example, readings: found.map(({ format, read }) => ({ format, value: shown(read(example)) })) }
}

/** Whether a date of a workbook has a time of day. */
const isMoment = (cell: SourceCell): boolean =>
  typeof cell !== 'string' && (cell.time === true || !/^\d+$/.test(cell.number))

/** The commonest ways of writing; of those that mean the same the first that reads is proposed. */
function* candidates(): Generator<string> {
  yield* ['unix', 'unix_ms']
  for (const date of dateParts)
    for (const time of timeParts) for (const zone of time === '' ? [''] : zoneParts) yield date + time + zone
  for (const compact of ['YYYYMMDDHHmmss', 'YYYYMMDDHHmm', 'YYYYMMDD HHmmss']) yield compact
}
const orders = ['DD{}MM{}YYYY', 'MM{}DD{}YYYY', 'D{}M{}YYYY', 'M{}D{}YYYY', 'YYYY{}MM{}DD', 'YYYY{}M{}D', 'DD{}MM{}YY', 'MM{}DD{}YY', 'D{}M{}YY', 'M{}D{}YY', 'YY{}MM{}DD'] // prettier-ignore
const named = ['D MMM YYYY', 'D-MMM-YYYY', 'D-MMM-YY', 'D MMM YY', 'MMM D, YYYY', 'MMM D YYYY', 'D/MMM/YYYY', 'D. MMM YYYY', 'YYYY-MMM-DD', 'DMMMYYYY'] // prettier-ignore
const dateParts = [
  ...['-', '/', '.'].flatMap((mark) => orders.map((order) => order.replaceAll('{}', mark))),
  'YYYYMMDD',
  ...named,
]
const timeParts = ['', ' HH:mm:ss', 'THH:mm:ss', ' HH:mm:ss.SSS', 'THH:mm:ss.SSS', ' HH:mm', 'THH:mm', ' H:mm:ss', ' H:mm', ' h:mm:ss A', ' h:mm A', ' h:mm:ssA', ' h:mmA', ', HH:mm:ss', ', H:mm', ', h:mm:ss A', ', h:mm A'] // prettier-ignore
const zoneParts = ['', 'Z', ' Z', ' z']

/** What a format means: the order of its parts, whatever their widths and marks. Those of one meaning are one reading. */
const meaningOf = (format: string): string =>
  (stepsOf(format)?.names ?? [format])
    .filter((name) => name === format || /^[A-Za-z]+$/.test(name))
    .map((name) => (name === 'SSS' || name === format ? name : name.slice(0, 1).replace('z', 'Z')))
    .join('')

const readers = new Map<string, (text: string) => ReadDate | DateFault>()
function readerOf(format: string): (text: string) => ReadDate | DateFault {
  let read = readers.get(format)
  if (!read) {
    // A zone that only a mapping can tell is no reason against a format.
    const zones = { CST: 'UTC', IST: 'UTC', BST: 'UTC', AST: 'UTC' }
    const of = dateReader({ formats: [format], timeZone: 'UTC', zones })
    readers.set(format, (read = (text) => of(text)))
  }
  return read
}
/** Numbers are moments only of this century: most others are references. */
function isPlausible(read: ReadDate | DateFault): boolean {
  return typeof read !== 'string' && read.day >= '1990' && read.day < '2100'
}
const shown = (read: ReadDate | DateFault): string =>
  typeof read === 'string' ? '' : read.at === null ? read.day : new Date(read.at).toISOString()
function traitsOf(format: string): { hasTime: boolean; hasZone: boolean } {
  const names = stepsOf(format)?.names
  return {
    hasTime: !names || names.some((name) => /^[Hh]/.test(name)),
    hasZone: !names || names.some((name) => /^[Zz]/.test(name)),
  }
}
