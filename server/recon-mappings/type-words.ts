import type { Mapping } from '#contract/recon-mapping-shapes.ts'
import type { ReconSample } from '#contract/recon-sample.ts'
import type { Reading } from '#server/recon-files/layout.ts'
import { textOf, Titles, wordOf } from '#server/recon-files/read/columns.ts'
import type { SourceRow } from '#server/recon-files/read/source-rows.ts'
import { typeFinder } from '#server/recon-files/read/types.ts'

const wordsMost = 200

/** Counts the words of the column that tells the type. */
export class TypeWords {
  private readonly counts = new Map<string, number>()
  private readonly word: ((cells: SourceRow['cells']) => string) | null
  private readonly find: ReturnType<typeof typeFinder>
  private readonly ignored: ReadonlySet<string>

  constructor({ reading: how }: Mapping, reading: Reading, titles: readonly string[]) {
    const from = reading.columns.txn_type ?? reading.columns.status
    this.word = from === undefined ? null : textOf(from, new Titles(titles), '|')
    this.find = typeFinder(reading.types)
    const meanings = Object.entries(how?.types ?? {})
    this.ignored = new Set(meanings.flatMap(([each, meaning]) => (meaning === 'ignored' ? [wordOf(each)] : [])))
  }

  add(cells: SourceRow['cells']): void {
    const found = this.word?.(cells) ?? ''
    if (found === '') return
    const count = this.counts.get(found)
    if (count !== undefined || this.counts.size < wordsMost) this.counts.set(found, (count ?? 0) + 1)
  }

  /** Every word, the most frequent first; null as its meaning is to be assigned. */
  found(): ReconSample['words'] {
    return [...this.counts]
      .toSorted(([, a], [, b]) => b - a)
      .map(([word, count]) => ({
        word,
        count,
        type: this.ignored.has(wordOf(word)) ? ('ignored' as const) : (this.find(word) ?? null),
      }))
  }
}
