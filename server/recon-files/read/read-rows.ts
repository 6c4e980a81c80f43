import { answerSource } from './answer-source.ts'
import type { SourceFacts, SourceHints, SourceRow } from './source-rows.ts'

/** The argument of this process. */
export interface RowsAsked {
  hints: SourceHints
  /** No more rows than these are read. */
  rows: number
}
/** A line of its answer: rows come in parts, and what was recognised stands behind the last. */
export type RowsTold = { rows: SourceRow[] } | { facts: SourceFacts }

if (import.meta.main) {
  const { hints, rows: most } = JSON.parse(process.argv[2] ?? '') as RowsAsked
  await answerSource(hints, async function* ({ facts, rows }): AsyncGenerator<RowsTold> {
    let left = most
    for await (const some of rows) {
      yield { rows: some.slice(0, left) }
      left -= some.length
      if (left <= 0) break
    }
    yield { facts }
  })
}
