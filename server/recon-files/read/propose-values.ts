import type { Reading } from '../layout.ts'
import { readAmount } from './amounts.ts'
import { dateReader } from './dates.ts'
import { formOf } from './money.ts'
import { formatsOf } from './propose-dates.ts'
import { marksOf } from './propose-marks.ts'
import type { SourceCell } from './source-rows.ts'

/** A question to the person who maps a file: one value, and what it would be by each reading. */
export interface Question {
  about: 'decimal' | 'date' | 'time_zone' | 'currency' | 'not_read' | 'layout' | 'sheet'
  column: string
  example: string
  /** What is answered, and what the example then is. */
  readings: { reading: Partial<Reading>; layout?: string; value: string }[]
}
export interface ProposedReading {
  reading: Partial<Reading>
  questions: Question[]
}
const nothing: ProposedReading = { reading: {}, questions: [] }

/** The marks of a file's amounts: those of the layout where they read all of them, else those that do, else the question. */
export function proposeMarks(reading: Reading, values: readonly SourceCell[]): ProposedReading {
  const amounts = values.filter((value) => value !== '')
  const form = { ...formOf(reading), unit: undefined }
  const isRead = (value: SourceCell) => {
    const amount = readAmount(value, form)
    return typeof amount === 'bigint' || amount === 'empty'
  }
  if (reading.decimal !== undefined && amounts.every(isRead)) return nothing
  const found = marksOf(amounts)
  if ('marks' in found) {
    const { decimal, group, indianGroups } = found.marks
    return {
      reading: {
        ...(decimal === undefined ? {} : { decimal }),
        ...(group === undefined ? {} : { group }),
        ...(indianGroups ? { indianGroups: true as const } : {}),
      },
      questions: [],
    }
  }
  if ('fault' in found)
    return { reading: {}, questions: [{ about: 'not_read', column: '', example: found.example, readings: [] }] }
  const readings = found.readings.map(({ marks: { decimal, group }, value }) => ({
    reading: { ...(decimal === undefined ? {} : { decimal }), ...(group === undefined ? {} : { group }) },
    value,
  }))
  return { reading: {}, questions: [{ about: 'decimal', column: '', example: found.example, readings }] }
}

/**
 * The format of a column of dates: the one that alone reads all of it, else the question. That the layout has one is no answer where a
 * value admits two, as programs write dates by the language of who uses them.
 */
export function proposeDates(
  reading: Reading,
  column: string,
  values: readonly SourceCell[],
  hasZones: boolean,
): ProposedReading {
  const filled = values.filter((value) => typeof value !== 'string' || value.trim() !== '')
  if (filled.length === 0) return nothing
  const isKnown = reading.dates.length > 0 && readsAll(reading, filled)
  if (isKnown && reading.dates.every(isPlain)) return { reading: { dates: [...reading.dates] }, questions: [] }
  const found = formatsOf(filled)
  if ('readings' in found) {
    const readings = found.readings.map(({ format, value }) => ({ reading: { dates: [format] }, value }))
    return { reading: {}, questions: [{ about: 'date', column, example: found.example, readings }] }
  }
  if (isKnown) return { reading: { dates: [...reading.dates] }, questions: [] }
  if ('fault' in found)
    return { reading: {}, questions: [{ about: 'not_read', column, example: found.example, readings: [] }] }
  const isZoneOpen = found.hasTime && !found.hasZone && !hasZones && reading.timeZone === undefined
  const example = typeof filled[0] === 'string' ? filled[0] : (filled[0]?.number ?? '')
  return {
    reading: { dates: [found.format] },
    questions: isZoneOpen ? [{ about: 'time_zone', column, example, readings: [] }] : [],
  }
}

/** A format whose year is first, and a moment, cannot be mistaken for another. */
const isPlain = (format: string): boolean => format.startsWith('YYYY') || format.startsWith('unix')

function readsAll({ dates, timeZone, zones }: Reading, values: readonly SourceCell[]): boolean {
  const read = dateReader({ formats: dates, timeZone: timeZone ?? 'UTC', zones })
  return values.every((value) => typeof read(value) !== 'string')
}
