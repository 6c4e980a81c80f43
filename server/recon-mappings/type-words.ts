import type { Mapping } from '#contract/recon-mapping-shapes.ts'
import type { ReconSample } from '#contract/recon-sample.ts'
import type { Reading } from '#server/recon-files/layout.ts'
import { textOf, Titles, wordOf } from '#server/recon-files/read/columns.ts'
import type { SourceRow } from '#server/recon-files/read/source-rows.ts'
import { typeFinder } from '#server/recon-files/read/types.ts'
import type { Head } from './sample-of.ts'

/** Every word of the column that tells the type, the most frequent first; null as its meaning is to be assigned. */
export function typeWordsIn(
  { reading: how }: Mapping,
  reading: Reading,
  { titles, at }: Head,
  rows: readonly SourceRow[],
): ReconSample['words'] {
  const from = reading.columns.txn_type ?? reading.columns.status
  if (from === undefined) return []
  const word = textOf(from, new Titles(titles), '|')
  const find = typeFinder(reading.types)
  const ignored = new Set(
    Object.entries(how?.types ?? {}).flatMap(([each, meaning]) => (meaning === 'ignored' ? [wordOf(each)] : [])),
  )
  const counts = new Map<string, number>()
  for (const { cells } of rows.slice(at + 1)) {
    const found = word(cells)
    if (found !== '' && (counts.has(found) || counts.size < 200)) counts.set(found, (counts.get(found) ?? 0) + 1)
  }
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([text, count]) => ({
      word: text,
      count,
      type: ignored.has(wordOf(text)) ? ('ignored' as const) : (find(text) ?? null),
    }))
}
