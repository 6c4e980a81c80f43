import type { RecordMark } from '#contract/recon-records.ts'
import type { Reading } from '../layout.ts'
import { finderOf, isList, textOf } from './columns.ts'
import type { Titles } from './columns.ts'
import type { RowFault } from './read-row.ts'
import type { SourceCell } from './source-rows.ts'

export interface RowTime {
  at: string | null
  atText: string
  zone: string
  bookedOn: string | null
}
type TimeReader = (cells: readonly SourceCell[], faults: RowFault[], marks: RecordMark[]) => RowTime

// PROVISIONAL
export function timeReader(reading: Reading, titles: Titles): TimeReader {
  const text = textOf(reading.columns.date, titles)
  const booked = textOf(reading.columns.booked_on, titles)
  return (cells) => {
    const t = text(cells)
    return { at: null, atText: t, zone: '', bookedOn: (booked(cells) || t).slice(0, 10) }
  }
}
void finderOf
void isList
