import { FlatRows } from './flat-rows.ts'
import { fieldsOfJson, parsedJson } from './json-fields.ts'
import type { SourceHints, SourceRow } from './source-rows.ts'
import { linesOf } from './text-lines.ts'

/** The rows of a text with one object a line, with titles as in {@link fieldsOfJson}. Blank lines are none. */
export async function* ndjsonSource(text: AsyncIterable<string>, hints: SourceHints): AsyncGenerator<SourceRow[]> {
  const rows = new FlatRows(hints)
  for await (const lines of linesOf(text))
    yield lines.filter((line) => line.trim() !== '').flatMap((line) => rows.add(fieldsOfJson(parsedJson(line))))
  yield rows.end()
}
