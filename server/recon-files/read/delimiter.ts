import { recordReader } from './csv-records.ts'
import { hasTitles } from './find-titles.ts'
import { SourceRefused, type SourceHints } from './source-rows.ts'

const delimiters = [',', ';', '\t', '|'] as const
const recordsLooked = 60

/**
 * The delimiter by which the beginning of a text has the expected titles; else the one by which it falls into rows of equal length
 * whose cells look like single values. A text without any has one column, and commas.
 */
export function delimiterOf(begin: string, quote: string, { headers = [] }: SourceHints): string {
  const stated = /^"?sep=([,;|\t])/i.exec(begin)?.[1]
  if (stated !== undefined) return stated
  const tried = delimiters.map((delimiter) => ({ delimiter, records: recordsBy(begin, delimiter, quote) }))
  const titled = headers.length > 1 && tried.find(({ records }) => records.some((cells) => hasTitles(cells, headers)))
  if (titled) return titled.delimiter
  const [best] = tried
    .map(({ delimiter, records }) => ({ delimiter, score: regularity(records) * singleness(records) }))
    .toSorted((a, b) => b.score - a.score)
  return best && best.score > 0 ? best.delimiter : ','
}

function recordsBy(begin: string, delimiter: string, quote: string): string[][] {
  const reader = recordReader({ delimiter, quote })
  try {
    // The last line may be cut.
    const records = reader.take(begin)
    return (records.length > 0 ? records : reader.end())
      .filter((cells) => cells.join('') !== '')
      .slice(0, recordsLooked)
  } catch (error) {
    if (error instanceof SourceRefused) return []
    throw error
  }
}

/** Greater the fewer lengths of rows there are, and the longer they are. */
function regularity(records: readonly string[][]): number {
  const lengths = new Map<number, number>()
  for (const { length } of records) lengths.set(length, (lengths.get(length) ?? 0) + 1)
  let sum = 0
  for (const [length, count] of lengths) sum += (count * (length - 1)) / length
  return lengths.size === 0 ? 0 : sum / lengths.size
}

/** The share of cells that are empty, a number, a time, or words without another delimiter in them. */
function singleness(records: readonly string[][]): number {
  let [all, single] = [0, 0]
  for (const cell of records.flat()) {
    all += 1
    if (/^[^,;|\t]*$/.test(cell) || /^[\p{Sc}\p{L}\s]{0,5}[-+(]?\d{1,3}(?:[.,'\s]?\d{3})*(?:[.,]\d+)?[)%\s\p{Sc}\p{L}-]{0,5}$/u.test(cell)) single += 1 // prettier-ignore
  }
  return all === 0 ? 0 : single / all
}
