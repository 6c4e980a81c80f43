import type { RecordMark } from '#contract/recon-records.ts'
import type { From, Reading } from '../layout.ts'
import { finderOf, isList, nameOf, textOf } from './columns.ts'
import type { Found, Titles } from './columns.ts'
import { dateReader } from './dates.ts'
import { faultOf } from './money.ts'
import type { RowFault } from './read-row.ts'
import type { SourceCell } from './source-rows.ts'

export interface RowTime {
  at: string | null
  atText: string
  zone: string
  bookedOn: string | null
}
type TimeReader = (cells: readonly SourceCell[], faults: RowFault[], marks: RecordMark[]) => RowTime

/** Reads the instant of a row and the provider's own day. A date without a time is a day, and not its midnight. */
export function timeReader(reading: Reading, titles: Titles): TimeReader {
  const { columns, dates, timeZone, zones } = reading
  const read = again(dateReader({ formats: dates, timeZone, zones }))
  // Of a booking only the day counts, which no zone changes.
  const readDay = again(dateReader({ formats: dates, timeZone: timeZone ?? 'UTC', zones }))
  const date = cellFinder(columns.date, titles)
  const booked = cellFinder(columns.booked_on, titles)
  const zone = textOf(columns.time_zone, titles)
  return (cells, faults, marks) => {
    const { cell, column } = date(cells)
    const { cell: bookedCell, column: bookedColumn } = booked(cells)
    const time: RowTime = { at: null, atText: textIn(cell), zone: '', bookedOn: null }
    if (bookedCell !== '') {
      const found = readDay(bookedCell)
      if (typeof found !== 'string') time.bookedOn = found.day
      else if (found !== 'empty') faults.push(faultOf({ cell: bookedCell, column: bookedColumn }, found))
    }
    if (cell !== '') {
      const zoneText = zone(cells)
      const found = read(cell, zoneText)
      if (typeof found === 'string') {
        if (found !== 'empty') faults.push(faultOf({ cell, column }, found, zoneText === '' ? {} : { zone: zoneText }))
      } else {
        time.at = found.at === null ? null : instantOf(found.at)
        time.zone = found.zone
        time.bookedOn ??= found.day
        if (found.mark) marks.push(found.mark)
      }
    }
    if (time.at === null && time.bookedOn === null && faults.length === 0)
      faults.push({ column: column || bookedColumn, value: '', reason: 'no_time', params: {} })
    return time
  }
}
/** Neighbouring lines often have the same time or day, which is read once. */
function again(read: DateReader): DateReader {
  let last: { cell: SourceCell; zone: string; found: ReturnType<DateReader> } | null = null
  return (cell, zone = '') => {
    if (last !== null && last.cell === cell && last.zone === zone) return last.found
    last = { cell, zone, found: read(cell, zone) }
    return last.found
  }
}
type DateReader = ReturnType<typeof dateReader>

/** The text of an instant; the day of the last one is used again. */
function instantOf(at: number): string {
  const within = ((at % dayMs) + dayMs) % dayMs
  const start = at - within
  if (start !== lastDay.start) lastDay = { start, text: new Date(start).toISOString().slice(0, 11) }
  const seconds = Math.floor(within / 1000)
  return `${lastDay.text}${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.${String(within % 1000).padStart(3, '0')}Z`
}
const dayMs = 86_400_000
let lastDay = { start: Number.NaN, text: '' }
const two = (number: number): string => (number < 10 ? `0${number}` : String(number))

const textIn = (cell: SourceCell): string => (typeof cell === 'string' ? cell.trim() : cell.number)

/** Finds the cell of a date. Date and time that stand in columns of their own are put together with a blank. */
function cellFinder(from: From | undefined, titles: Titles): (cells: readonly SourceCell[]) => Found {
  if (from === undefined) return () => ({ cell: '', column: '' })
  if (typeof from === 'string' || isList(from)) return finderOf(from, titles)
  const text = textOf(from, titles)
  const column = nameOf(from)
  return (cells) => ({ cell: text(cells).trim(), column })
}
