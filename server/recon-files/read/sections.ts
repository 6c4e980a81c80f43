import type { Reading } from '../layout.ts'
import { cellText } from './amounts.ts'
import { wordOf } from './columns.ts'
import type { Titles } from './columns.ts'
import type { SourceCell } from './source-rows.ts'
import { statedWords } from './stated.ts'

/** What a line of a file is. */
export type Line =
  | { line: 'body' }
  | { line: 'titles' }
  | { line: 'stated'; word: string }
  | { line: 'ignored'; rule: string }
  | { line: 'unknown'; word: string }

const body: Line = { line: 'body' }

/** Tells header, body and footer lines apart by the column that says so. Without such a column all lines are the body. */
export function sectionReader(reading: Reading): (cells: readonly SourceCell[], titles: Titles | null) => Line {
  const sections = reading.sections
  if (!sections) return () => body
  const of = (words: readonly string[] | undefined) => new Set((words ?? []).map(wordOf))
  const bodies = of(sections.body)
  const titled = of(sections.titles)
  const ignored = new Map(Object.entries(sections.ignored ?? {}).map(([word, rule]) => [wordOf(word), rule]))
  const stated = statedWords(reading)
  const { column } = sections
  return (cells, titles) => {
    const place = typeof column === 'number' ? column - 1 : (titles?.placeOf(column) ?? -1)
    const text = cellText(cells[place] ?? '').trim()
    const word = wordOf(text)
    if (bodies.has(word)) return body
    if (titled.has(word)) return { line: 'titles' }
    if (stated.has(word)) return { line: 'stated', word: text }
    const rule = ignored.get(word)
    if (rule !== undefined) return { line: 'ignored', rule }
    // Every line that nothing else claims is the body, unless the layout says which words are.
    return sections.body === undefined ? body : { line: 'unknown', word: text }
  }
}
