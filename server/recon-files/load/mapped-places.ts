import type { Column, From, Reading } from '../layout.ts'
import { Titles } from '../read/columns.ts'

/** The same of a file whose refunds stand on a sheet of their own, with titles behind the others. */
export function mappedInSheets(reading: Reading, { titles, titlesBefore: before }: { titles: readonly string[]; titlesBefore: number }): number[] {
  if (!reading.refunds || before === 0) return mappedPlaces(reading, titles)
  const further = mappedPlaces(reading.refunds, titles.slice(before))
  return [...mappedPlaces(reading, titles.slice(0, before)), ...further.map((place) => place + before)]
} // prettier-ignore

/** The places of the titles that a reading makes use of; whoever may not open transactions sees no others. */
export function mappedPlaces(reading: Reading, titles: readonly string[]): number[] {
  const file = new Titles(titles)
  const columns: Column[] = [
    ...Object.values(reading.columns).flatMap(columnsOf),
    ...(reading.charges ?? []).map(({ column }) => column),
    ...(reading.identity ?? []),
    ...(reading.skip ?? []).flatMap(({ when }) => when.map(({ column }) => column)),
    ...(reading.sections ? [reading.sections.column] : []),
  ]
  const places = new Set(columns.map((column) => file.placeOf(column)).filter((place) => place >= 0))
  return [...places].toSorted((a, b) => a - b)
}

/** The columns in a description: lists beside a column of amounts are words and no columns. */
function columnsOf(from: From): Column[] {
  if (typeof from !== 'object') return [from]
  if (Array.isArray(from)) return from as Column[]
  return Object.values(from).flatMap((part: Column | readonly Column[]) =>
    typeof part === 'object' && 'amount' in from ? [] : part,
  )
}
