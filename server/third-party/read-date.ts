import { aheadOf, startOfDay } from '#contract/kit/zoned-day.ts'
import type { DateFormat } from '#contract/third-party-mapping.ts'
import type { SheetCell } from '#server/kit/files/stream-sheet.ts'

/** Why a date is refused. */
export type DateFault = 'not_in_date_format' | 'not_a_day' | 'no_such_time' | 'twice_that_time'

const parts: Record<DateFormat, string> = {
  'YYYY-MM-DD': '(?<y>\\d{4})-(?<m>\\d{1,2})-(?<d>\\d{1,2})',
  'YYYY/MM/DD': '(?<y>\\d{4})/(?<m>\\d{1,2})/(?<d>\\d{1,2})',
  YYYYMMDD: '(?<y>\\d{4})(?<m>\\d{2})(?<d>\\d{2})',
  'DD/MM/YYYY': '(?<d>\\d{1,2})/(?<m>\\d{1,2})/(?<y>\\d{4})',
  'MM/DD/YYYY': '(?<m>\\d{1,2})/(?<d>\\d{1,2})/(?<y>\\d{4})',
  'DD-MM-YYYY': '(?<d>\\d{1,2})-(?<m>\\d{1,2})-(?<y>\\d{4})',
  'DD.MM.YYYY': '(?<d>\\d{1,2})\\.(?<m>\\d{1,2})\\.(?<y>\\d{4})',
}
const time = '(?:[ T](?<h>\\d{1,2}):(?<n>\\d{2})(?::(?<s>\\d{2})(?:\\.\\d{1,9})?)?)? ?(?<z>Z|[+-]\\d{2}:?\\d{2})?'
const dayMs = 86_400_000

/**
 * Reads dates of one format as Unix seconds. A date without an offset is of the time zone, one without a time is the beginning of
 * its day there. A time that the clocks leave out, or show twice, is refused: only an offset says which is meant.
 */
export function dateReader(format: DateFormat, timeZone: string): (cell: SheetCell) => number | DateFault {
  const pattern = new RegExp(`^${parts[format]}${time}$`)
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
    const found = pattern.exec(cell.trim())?.groups
    if (!found) return 'not_in_date_format'
    const { y, m, d, h, n = 0, s = 0, z } = found
    const wall = Date.UTC(Number(y), Number(m) - 1, Number(d), Number(h ?? 0), Number(n), Number(s))
    const date = new Date(wall)
    const isDay = date.getUTCMonth() === Number(m) - 1 && date.getUTCDate() === Number(d)
    if (!isDay || Number(h ?? 0) > 23 || Number(n) > 59 || Number(s) > 59) return 'not_a_day'
    if (Number(y) < 1970 || Number(y) > 2199) return 'not_a_day'
    if (z !== undefined) return (wall - offsetMs(z)) / 1_000
    if (h === undefined && offsetOf(wall / dayMs) === null)
      return startOfDay(date.toISOString().slice(0, 10), timeZone).getTime() / 1_000
    return moment(wall)
  }
}

function offsetMs(zone: string): number {
  if (zone === 'Z') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000
}
