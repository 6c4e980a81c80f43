import { aheadOf, startOfDay } from '#contract/kit/zoned-day.ts'
import type { DateFormat } from '#contract/third-party-mapping.ts'
import type { SheetCell } from '#server/kit/files/stream-sheet.ts'

/** Why a date is refused. */
export type DateFault = 'not_in_date_format' | 'not_a_day' | 'no_such_time' | 'twice_that_time'

/** The parts of a day in their order, each with its pattern. */
const digits = { Y: '(\\d{4})', M: '(\\d{1,2})', D: '(\\d{1,2})' }
const patternOf = (format: DateFormat): string =>
  format === 'YYYYMMDD'
    ? '(\\d{4})(\\d{2})(\\d{2})'
    : format.replaceAll('.', '\\.').replaceAll(/Y+|M+|D+/g, (part) => digits[part[0] as keyof typeof digits])
/** Hour, minute, second and offset. */
const time = '(?:[ T](\\d{1,2}):(\\d{2})(?::(\\d{2})(?:\\.\\d{1,9})?)?)? ?(Z|[+-]\\d{2}:?\\d{2})?'
const dayMs = 86_400_000

/**
 * Reads dates of one format as Unix seconds. A date without an offset is of the time zone, one without a time is the beginning of
 * its day there. A time that the clocks leave out, or show twice, is refused: only an offset says which is meant.
 */
export function dateReader(format: DateFormat, timeZone: string): (cell: SheetCell) => number | DateFault {
  const pattern = new RegExp(`^${patternOf(format)}${time}$`)
  const order = ['Y', 'M', 'D'].toSorted((a, b) => format.indexOf(a) - format.indexOf(b))
  const [year, month, date] = ['Y', 'M', 'D'].map((part) => order.indexOf(part) + 1) as [number, number, number]
  const fixed = new Map<number, number | null>()

  /** The offset of a day and those beside it; null where it changes. */
  const offsetOf = (day: number) => {
    let offset = fixed.get(day)
    if (offset === undefined) {
      const [before, after] = [-1, 2].map((days) => aheadOf(new Date((day + days) * dayMs), timeZone)) as [
        number,
        number,
      ]
      fixed.set(day, (offset = before === after ? before : null))
    }
    return offset
  }
  const moment = (wall: number): number | DateFault => {
    const day = Math.floor(wall / dayMs)
    const offset = offsetOf(day)
    if (offset !== null) return (wall - offset) / 1_000
    const offsets = [-1, 2].map((days) => aheadOf(new Date((day + days) * dayMs), timeZone))
    const moments = offsets.map((ms) => wall - ms).filter((at, n) => aheadOf(new Date(at), timeZone) === offsets[n])
    if (moments.length !== 1) return moments.length === 0 ? 'no_such_time' : 'twice_that_time'
    return (moments[0] as number) / 1_000
  }

  return (cell) => {
    if (typeof cell !== 'string') return moment(Math.round(cell.getTime() / 1_000) * 1_000)
    const found = pattern.exec(cell.trim())
    if (!found) return 'not_in_date_format'
    const day = dayOf(Number(found[year]), Number(found[month]), Number(found[date]))
    const [hour, minute, second] = [Number(found[4] ?? 0), Number(found[5] ?? 0), Number(found[6] ?? 0)]
    if (day === null || hour > 23 || minute > 59 || second > 59) return 'not_a_day'
    const wall = day * dayMs + ((hour * 60 + minute) * 60 + second) * 1_000
    if (found[7] !== undefined) return (wall - offsetMs(found[7])) / 1_000
    if (found[4] === undefined && offsetOf(day) === null)
      return startOfDay(new Date(wall).toISOString().slice(0, 10), timeZone).getTime() / 1_000
    return moment(wall)
  }
}

/** The days of a date since 1970; null for one that the calendar does not have. */
function dayOf(year: number, month: number, date: number): number | null {
  if (year < 1970 || year > 2199 || month < 1 || month > 12 || date < 1) return null
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  if (date > (month === 2 && isLeap ? 29 : (lengths[month - 1] as number))) return null
  return Date.UTC(year, month - 1, date) / dayMs
}
const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function offsetMs(zone: string): number {
  if (zone === 'Z') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000
}
