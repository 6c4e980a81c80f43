import { cellText } from './amounts.ts'
import { DateFormat, wholeFormats, type DateParts, type PartsFault } from './date-format.ts'
import { excelWall } from './excel-days.ts'
import type { SourceCell } from './source-rows.ts'
import { ZoneClock, type ClockMark } from './zone-clock.ts'
import { zoneOf, type Zone, type ZoneFault } from './zone-names.ts'

const dayMs = 86_400_000

/** How the dates of a column are written. */
export interface DateForm {
  /** Each value has to be read by one of them; where two read it differently it is refused. */
  formats: readonly string[]
  /** IANA; of times without a zone of their own. */
  timeZone?: string | undefined
  /** What is meant by an abbreviation that several places share: `{ IST: 'Asia/Kolkata' }`. */
  zones?: Readonly<Record<string, string>> | undefined
}
export interface ReadDate {
  /** Milliseconds since 1970; null for a day without a time, which is a day of the provider's and no moment. */
  at: number | null
  /** The provider's own day, `YYYY-MM-DD`, as written. */
  day: string
  /** The offset, abbreviation or name by which the moment was found; empty for a day alone. */
  zone: string
  mark: ClockMark
}
export type DateFault = PartsFault | ZoneFault | 'empty' | 'date_ambiguous' | 'zone_missing'

/**
 * A reader of a column's dates. The zone is the one in the value, else that of the row's zone column, else that of the form. Throws a
 * `RangeError` for a format or a zone that is none.
 */
export function dateReader(form: DateForm): (cell: SourceCell, zoneText?: string) => ReadDate | DateFault {
  const place: Zone | null = form.timeZone ? { name: form.timeZone, clock: new ZoneClock(form.timeZone) } : null
  const readers = form.formats.map((format) => readerOf(format))
  const zones = new Map<string, Zone | ZoneFault>()

  return (cell, zoneText = '') => {
    if (typeof cell !== 'string' && cell.date !== undefined) return ofExcel(cell.number, cell.date, zoneText, cell.time)
    const text = cellText(cell).trim()
    if (text === '') return 'empty'
    let best: ReadDate | DateFault = 'not_in_date_format'
    for (const read of readers) {
      const found = read(text, zoneText)
      if (typeof found === 'string') {
        // A fault of a format that fits says more than that another does not.
        if (best === 'not_in_date_format') best = found
      } else if (typeof best === 'string') best = found
      else if (best.at !== found.at || best.day !== found.day) return 'date_ambiguous'
    }
    return best
  }

  function readerOf(format: string): (text: string, zoneText: string) => ReadDate | DateFault {
    if (format === 'excel') return (text, zoneText) => ofExcel(text, 1900, zoneText)
    if (wholeFormats.has(format)) {
      const unit = format === 'unix' ? 1_000 : 1
      return (text) => (/^\d{1,14}$/.test(text) ? ofMoment(Number(text) * unit) : 'not_in_date_format')
    }
    const pattern = new DateFormat(format)
    return (text, zoneText) => pattern.read(text) ?? ofParts(pattern.parts, pattern.hasTime, zoneText)
  }
  function ofParts(parts: DateParts, hasTime: boolean, zoneText: string): ReadDate | DateFault {
    if (parts.year < 1900 || parts.year > 2199) return 'not_a_day'
    const day = dayNumber(parts.year, parts.month, parts.day)
    if (!hasTime) return dayAlone(day)
    return ofWall(
      day * dayMs + ((parts.hour * 60 + parts.minute) * 60 + parts.second) * 1_000 + parts.milli,
      parts.zone,
      zoneText,
    )
  }
  function ofExcel(number: string, since: 1900 | 1904, zoneText: string, isTime = false): ReadDate | DateFault {
    const wall = excelWall(number, since)
    if (typeof wall === 'string') return wall
    return wall % dayMs === 0 && !isTime ? dayAlone(wall / dayMs) : ofWall(wall, '', zoneText)
  }
  function ofWall(wall: number, own: string, zoneText: string): ReadDate | DateFault {
    const zone = own !== '' ? named(own) : zoneText !== '' ? named(zoneText) : place
    if (zone === null) return 'zone_missing'
    if (typeof zone === 'string') return zone
    const day = dayText(Math.floor(wall / dayMs))
    if ('offset' in zone) return { at: wall - zone.offset, day, zone: zone.name, mark: null }
    const at = zone.clock.momentOf(wall)
    return { at, day, zone: zone.name, mark: zone.clock.mark }
  }
  /** A moment is of the day that the form's zone has then. */
  function ofMoment(at: number): ReadDate | DateFault {
    if (at >= momentsEnd) return 'not_a_day'
    const wall = place && 'clock' in place ? place.clock.wallOf(at) : at
    return { at, day: dayText(Math.floor(wall / dayMs)), zone: 'UTC', mark: null }
  }
  function named(text: string): Zone | ZoneFault {
    let zone = zones.get(text)
    if (zone === undefined) {
      if (zones.size > 1_000) zones.clear()
      zones.set(text, (zone = zoneOf(text, form.zones)))
    }
    return zone
  }
}
const momentsEnd = Date.UTC(2200, 0, 1)

const dayAlone = (day: number): ReadDate => ({ at: null, day: dayText(day), zone: '', mark: null })
/** The days since 1970 of a date of the calendar. */
function dayNumber(year: number, month: number, day: number): number {
  const shifted = month > 2 ? year : year - 1
  const era = Math.floor(shifted / 400)
  const ofEra = shifted - era * 400
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  return era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468
}
/** Files are of few days, so that their texts are made once. */
const dayTexts = new Map<number, string>()
function dayText(day: number): string {
  let text = dayTexts.get(day)
  if (text === undefined) {
    if (dayTexts.size > 100_000) dayTexts.clear()
    dayTexts.set(day, (text = new Date(day * dayMs).toISOString().slice(0, 10)))
  }
  return text
}
