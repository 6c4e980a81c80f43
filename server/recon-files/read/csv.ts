import { recordReader, type RecordReader } from './csv-records.ts'
import { delimiterOf } from './delimiter.ts'
import { checkCells } from './refusals.ts'
import { SourceRefused, type SourceFacts, type SourceHints, type SourceRow } from './source-rows.ts'

/** How much of the text decides its delimiter. */
const beginCharacters = 32 * 1024

/** The rows of a text of records; a blank line is a row without cells. `facts.delimiter` says by what they were divided. */
export async function* csvRows(
  text: AsyncIterable<string>,
  hints: SourceHints,
  facts: Pick<SourceFacts, 'delimiter'>,
): AsyncGenerator<SourceRow[]> {
  const quote = hints.quote ?? '"'
  let no = 0
  const numbered = (records: string[][]): SourceRow[] =>
    records.map((cells) => {
      no += 1
      checkCells(no, cells)
      return { no, cells: cells.length === 1 && cells[0] === '' ? [] : cells }
    })
  let begin = ''
  let reader: RecordReader | null = null
  const started = () => {
    facts.delimiter = hints.delimiter || delimiterOf(begin, quote, hints)
    return recordReader({ delimiter: facts.delimiter, quote })
  }
  try {
    for await (const piece of text) {
      if (reader) {
        yield numbered(reader.take(piece))
        continue
      }
      begin += piece
      if (begin.length < beginCharacters) continue
      reader = started()
      yield numbered(reader.take(begin))
    }
  } catch (error) {
    // A fault of the text says where it is, as near as is known.
    if (error instanceof SourceRefused && error.reason === 'mixed_encoding') error.params['row'] = no + 1
    throw error
  }
  if (reader) yield numbered(reader.end())
  else {
    reader = started()
    yield numbered([...reader.take(begin), ...reader.end()])
  }
}
