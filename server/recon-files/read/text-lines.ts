import { most, refused } from './refusals.ts'

/** The lines of a text, as many at a time as a piece of it has. An end of line may be of any system. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = ''
  let count = 0
  for await (const piece of text) {
    rest += piece
    // A return at the end may be the first half of an end of line.
    const lines = rest.split(rest.endsWith('\r') ? /\r\n|\n|\r(?!$)/ : /\r\n|\n|\r/)
    rest = lines.pop() ?? ''
    count += lines.length
    if (rest.length > most.lineCharacters) throw refused('line_too_long', { row: count + 1 })
    yield lines
  }
  yield rest.endsWith('\r') ? [rest.slice(0, -1)] : [rest]
}
