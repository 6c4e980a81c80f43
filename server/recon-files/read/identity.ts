import { hash } from 'node:crypto'
import type { Reading } from '../layout.ts'
import { cellText } from './amounts.ts'
import type { Titles } from './columns.ts'
import { exactText, type Exact } from './exact.ts'
import type { ReadRecord } from './read-row.ts'
import type { SourceCell } from './source-rows.ts'

/** A mark that texts of cells have as good as never. */
const between = '\u001f'

/**
 * The hash of all that was read. What differs between encodings of the same line is not in it: amounts count as exact decimals, and the
 * time as the instant, not as it is written.
 */
export const contentOf = (of: Omit<ReadRecord, 'identity' | 'content' | 'marks' | 'off'>): string =>
  hash(
    'sha256',
    // One text, as a list of them costs more than the hash.
    `${of.type}|${of.at ?? ''}|${of.bookedOn ?? ''}|${textOf(of.gross)}|${exactText(of.fee)}|${exactText(of.tax)}|${exactText(of.passedOn)}|${textOf(of.net)}|${of.rate ?? ''}|${of.currency}|${of.netCurrency}\u001f${of.merchantRef}\u001f${of.providerRef}\u001f${of.otherRef}\u001f${of.parentRef}\u001f${of.batch}\u001f${of.method}\u001f${of.account}\u001f${of.country}\u001f${of.brand}\u001f${of.marketplace}\u001f${of.sku}\u001f${of.quantity}\u001f${of.status}`,
  )
const textOf = (exact: Exact | null): string => (exact === null ? '' : exactText(exact))

/**
 * What makes a row the same row again: the columns that the layout names, else all of it. A row is known by all of itself too where
 * its named columns are empty, or where a spreadsheet lost their digits.
 */
export function identityReader(
  reading: Reading,
  titles: Titles,
  isRead: ReadonlySet<number>,
): (cells: readonly SourceCell[], content: string) => { identity: string; isLost: boolean } {
  const places = (reading.identity ?? []).map((column) => titles.placeOf(column))
  // What fields are read from counts as it was read: 31,45 in one file is 31.45 in another.
  const others = titles.all
    .map((title, place) => ({ title, place }))
    .filter(({ place }) => !isRead.has(place))
    // Wherever a provider moves its columns, a row is the same row.
    .toSorted((one, other) => (one.title === other.title ? 0 : one.title < other.title ? -1 : 1))
    .map(({ place }) => place)
  const whole = (cells: readonly SourceCell[], content: string) =>
    hash('sha256', [content, ...others.map((place) => textAt(cells, place))].join(between))
  if (places.length === 0) return (cells, content) => ({ identity: whole(cells, content), isLost: false })
  const [first = -1, ...further] = places
  return (cells, content) => {
    let named = textAt(cells, first)
    let isEmpty = named === ''
    let isLost = digitsAreLost(cells[first])
    for (const place of further) {
      const text = textAt(cells, place)
      named += between + text
      isEmpty &&= text === ''
      isLost ||= digitsAreLost(cells[place])
    }
    return { identity: isLost || isEmpty ? whole(cells, content) : hash('sha256', named), isLost }
  }
}
const textAt = (cells: readonly SourceCell[], place: number): string =>
  place < 0 ? '' : cellText(cells[place] ?? '').trim()

/** Whether a cell is a whole number of more digits than a spreadsheet keeps. */
export function digitsAreLost(cell: SourceCell | undefined): boolean {
  if (cell === undefined || typeof cell === 'string') return false
  const text = cellText(cell)
  return text.length > 15 && /^-?\d{16,}$/.test(text)
}
