import { refundRowsFrom } from '#contract/recon-records.ts'
import type { SourceRow } from './source-rows.ts'

/** The rows of a sheet of refunds, with numbers that no other row of the file has. */
export async function* asRefunds(
  rows: AsyncIterable<SourceRow[]> | Iterable<SourceRow[]>,
): AsyncGenerator<SourceRow[]> {
  for await (const piece of rows) yield piece.map(({ no, cells }) => ({ no: no + refundRowsFrom, cells }))
}

/** The rows before those of the sheet of refunds, and these. The first are to be read before the others. */
export function divided(rows: AsyncIterable<SourceRow[]>): { before: AsyncGenerator<SourceRow[]>; refunds: AsyncGenerator<SourceRow[]> } {
  const iterator = rows[Symbol.asyncIterator]()
  let left: SourceRow[] = []
  async function* before(): AsyncGenerator<SourceRow[]> {
    for (;;) {
      const { value: piece, done } = await iterator.next()
      if (done) return
      const at = piece.findIndex(({ no }) => no > refundRowsFrom)
      if (at !== 0) yield at < 0 ? piece : piece.slice(0, at)
      if (at < 0) continue
      left = piece.slice(at)
      return
    }
  }
  async function* refunds(): AsyncGenerator<SourceRow[]> {
    if (left.length > 0) yield left
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return { before: before(), refunds: refunds() }
} // prettier-ignore
