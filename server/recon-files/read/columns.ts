import type { Column, FieldName, From, Reading, RowTest } from '../layout.ts'
import { cellText } from './amounts.ts'
import type { SourceCell } from './source-rows.ts'

/** A title as titles are compared: without blanks around it, and with the usual form of every character. */
export const titleOf = (text: string): string => text.normalize('NFKC').trim()

/** The titles of a file, each with the place of its column. */
export class Titles {
  readonly all: readonly string[]
  readonly #places = new Map<string, number>()
  constructor(titles: readonly string[]) {
    this.all = titles.map(titleOf)
    for (const [place, title] of this.all.entries()) {
      // Of two columns of one title the first is meant.
      if (title !== '' && !this.#places.has(title)) this.#places.set(title, place)
    }
  }
  /** The place of a column; -1 where the file does not have it. */
  placeOf(column: Column): number {
    return typeof column === 'number' ? column - 1 : (this.#places.get(titleOf(column)) ?? -1)
  }
  has(column: Column): boolean {
    return this.placeOf(column) >= 0
  }
}

/** The cell of a column in a row, and which column that is. */
export interface Found {
  cell: SourceCell
  column: string
}
export type Finder = (cells: readonly SourceCell[]) => Found
const nowhere: Found = { cell: '', column: '' }

/** Finds the first of some columns that is not empty. A field without a column that the file has is always empty. */
export function finderOf(from: string | readonly string[], titles: Titles): Finder {
  const columns = (typeof from === 'string' ? [from] : from)
    .map((column) => ({ column, place: titles.placeOf(column) }))
    .filter(({ place }) => place >= 0)
  const [first] = columns
  if (!first) return () => ({ ...nowhere, column: typeof from === 'string' ? from : (from[0] ?? '') })
  return (cells) => {
    for (const { column, place } of columns) {
      const cell = cells[place]
      if (cell !== undefined && (typeof cell !== 'string' || cell.trim() !== '')) return { cell, column }
    }
    return { cell: '', column: first.column }
  }
}

/** The text of a field that is no money. */
export function textOf(
  from: From | undefined,
  titles: Titles,
  between = ' ',
): (cells: readonly SourceCell[]) => string {
  if (from === undefined) return () => ''
  const place = typeof from === 'string' ? titles.placeOf(from) : -1
  // Most fields stand in one column.
  if (place >= 0) return (cells) => trimmed(cells[place])
  if (typeof from === 'string' || isList(from)) {
    const find = finderOf(from, titles)
    return (cells) => cellText(find(cells).cell).trim()
  }
  if (!('joined' in from)) return () => ''
  const finders = from.joined.map((column) => finderOf(column, titles))
  return (cells) => finders.map((find) => cellText(find(cells).cell).trim()).join(between)
}

const trimmed = (cell: SourceCell | undefined): string =>
  cell === undefined ? '' : typeof cell === 'string' ? cell.trim() : cellText(cell)

/** A word as words are compared: without case and blanks. */
export const wordOf = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, '')

/** Whether all of some conditions hold for a row. */
export function testOf(tests: readonly RowTest[], titles: Titles): (cells: readonly SourceCell[]) => boolean {
  const checks = tests.map(({ column, is, startsWith, empty }) => {
    const text = textOf(column, titles)
    const words = is && new Set(is.map(wordOf))
    const beginnings = startsWith?.map(wordOf)
    return (cells: readonly SourceCell[]) => {
      const found = text(cells)
      if (empty !== undefined && (found === '') !== empty) return false
      if (words && !words.has(wordOf(found))) return false
      return !beginnings || beginnings.some((beginning) => wordOf(found).startsWith(beginning))
    }
  })
  return (cells) => checks.every((check) => check(cells))
}

/** The titles of the columns that a field may stand in. */
export function columnsIn(from: From): readonly string[] {
  if (typeof from === 'string') return [from]
  if (isList(from)) return from
  if ('joined' in from) return from.joined
  return 'direction' in from ? [from.amount, from.direction] : [from.credit, from.debit]
}
/** The columns of a field as a fault names them; empty where nothing is mapped. */
export const nameOf = (from: From | undefined): string => (from === undefined ? '' : columnsIn(from).join(', '))

export const isList = (from: From): from is readonly string[] => Array.isArray(from)

/** The places of all columns that a layout reads, or of those of some fields. */
export function placesOf(reading: Reading, titles: Titles, names?: readonly FieldName[]): number[] {
  const fields = names ?? (Object.keys(reading.columns) as FieldName[])
  const columns = fields.flatMap((name) => columnsIn(reading.columns[name] ?? []))
  const charged = names ? [] : (reading.charges ?? []).map(({ column }) => column)
  return [...columns, ...charged].map((column) => titles.placeOf(column)).filter((place) => place >= 0)
}
