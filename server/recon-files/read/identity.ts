import { hash } from 'node:crypto'
import type { Reading } from '../layout.ts'
import { cellText } from './amounts.ts'
import type { Titles } from './columns.ts'
import { exactText } from './exact.ts'
import type { Exact } from './exact.ts'
import type { ReadRecord } from './read-row.ts'
import type { SourceCell } from './source-rows.ts'

/** A mark that no text of a cell has. */
const between = '\u001f'
const amount = (exact: Exact | null): string => (exact === null ? '' : exactText(exact))

/**
 * The hash of all that was read. What differs between encodings of the same line is not in it: the time counts as the instant, not as
 * it is written.
 */
export const contentOf = (record: Omit<ReadRecord, 'identity' | 'content' | 'marks' | 'off'>): string =>
  hash(
    'sha256',
    [
      record.type,
      record.merchantRef,
      record.providerRef,
      record.otherRef,
      record.parentRef,
      record.at ?? '',
      record.bookedOn ?? '',
      amount(record.gross),
      record.currency,
      amount(record.fee),
      amount(record.tax),
      amount(record.passedOn),
      amount(record.net),
      record.netCurrency,
      record.rate ?? '',
      record.batch,
      record.method,
      record.account,
      record.country,
      record.brand,
      record.marketplace,
      record.sku,
      record.quantity,
      record.status,
    ].join(between),
  )

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
  const others = titles.all.map((_, place) => place).filter((place) => !isRead.has(place))
  const whole = (cells: readonly SourceCell[], content: string) =>
    hash('sha256', [content, ...others.map((place) => textAt(cells, place))].join(between))
  if (places.length === 0) return (cells, content) => ({ identity: whole(cells, content), isLost: false })
  return (cells, content) => {
    const named = places.map((place) => textAt(cells, place))
    const isLost = places.some((place) => digitsAreLost(cells[place]))
    const isWhole = isLost || named.every((text) => text === '')
    return { identity: isWhole ? whole(cells, content) : hash('sha256', named.join(between)), isLost }
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
