import type { Reading } from '../layout.ts'
import { cellText } from './amounts.ts'
import { Titles, titleOf } from './columns.ts'
import { nearestTitle } from './nearest-title.ts'
import { SourceRefused } from './source-rows.ts'
import type { SourceCell, SourceRow } from './source-rows.ts'

/** A header that a file lacks, and the one of the file that is most like it. */
export interface MissingHeader {
  header: string
  nearest: string | null
}

/** The file is another than the layout says. */
export class WrongHeaders extends SourceRefused {
  readonly missing: readonly MissingHeader[]
  constructor(missing: readonly MissingHeader[]) {
    super('wrong_headers', { headers: missing.map(({ header }) => header).join(', ') })
    this.missing = missing
  }
}

/** How many of the first rows a row of titles is looked for in. */
export const titlesWithin = 50

export const titlesOf = (cells: readonly SourceCell[]): string[] => cells.map((cell) => titleOf(cellText(cell)))

/** The headers that some titles lack. */
export function lackingOf(headers: readonly string[], titles: readonly string[]): string[] {
  const there = new Set(titles)
  return headers.filter((header) => !there.has(titleOf(header)))
}
/** Whether a row has all headers. */
export const hasTitles = (cells: readonly SourceCell[], headers: readonly string[]): boolean =>
  lackingOf(headers, titlesOf(cells)).length === 0
/** The headers that some titles lack, each with the title that comes nearest. */
export function missingOf(headers: readonly string[], titles: readonly string[]): MissingHeader[] {
  const wanted = new Set(headers.map(titleOf))
  const free = titles.filter((title) => !wanted.has(title))
  return lackingOf(headers, titles).map((header) => ({ header, nearest: nearestTitle(header, free) }))
}

/**
 * The row of titles: the one after `offset` rows, else the first that has all headers. Null while there may be one among the rows to
 * come. Throws {@link WrongHeaders}, with what the row that is most like it lacks.
 */
export function findTitles(
  { headers, offset, titles }: Reading,
  first: readonly SourceRow[],
  isAll: boolean,
): { titles: Titles; row: number } | null {
  if (titles) return { titles: new Titles(titles), row: -1 }
  if (offset !== undefined) {
    const row = first.findIndex(({ no }) => no > offset)
    if (row < 0 && !isAll) return null
    return { titles: complete(headers, titlesOf(first[row]?.cells ?? [])), row }
  }
  const row = first.findIndex(({ cells }) => hasTitles(cells, headers))
  if (row >= 0) return { titles: new Titles(titlesOf(first[row]?.cells ?? [])), row }
  if (!isAll && first.length < titlesWithin) return null
  const likest = first
    .map(({ cells }) => titlesOf(cells))
    .toSorted((one, other) => lackingOf(headers, one).length - lackingOf(headers, other).length)[0]
  return { titles: complete(headers, likest ?? []), row: -1 }
}

/** Titles that have all headers, or {@link WrongHeaders}. */
export function complete(headers: readonly string[], titles: readonly string[]): Titles {
  if (lackingOf(headers, titles).length > 0) throw new WrongHeaders(missingOf(headers, titles))
  return new Titles(titles)
}
