import { writeLine } from '#server/kit/files/stream-apart.ts'
import { openSource } from './open-source.ts'
import { SourceRefused, type OpenSource, type SourceHints } from './source-rows.ts'

/** The number of the file that `readApart` hands over. */
const spoolTo = 3

/** The child's side of `readApart`: opens what comes on standard input, and writes the lines that are said of it. */
export async function answerSource(
  hints: SourceHints,
  answer: (source: Awaited<ReturnType<OpenSource>>) => AsyncIterable<object>,
): Promise<void> {
  try {
    for await (const line of answer(await openSource(process.stdin, hints, { spoolTo }))) await writeLine(line)
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error
    await writeLine({ refused: error.reason, params: error.params })
  } finally {
    // Whoever writes to it would wait otherwise, where it has not been read to its end.
    process.stdin.destroy()
  }
}
