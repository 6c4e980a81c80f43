import { SaxesParser, type SaxesTagNS } from 'saxes'
import { most, refused } from './refusals.ts'
import { SourceRefused, type SourceRow } from './source-rows.ts'

/** What happens at the elements of a document. Names are local, without their prefixes. */
export interface XmlEvents {
  begin(name: string, tag: SaxesTagNS): void
  text(piece: string): void
  end(): void
}
/** Deeper documents are made to be deep. */
const depthMost = 64

/**
 * Goes through a document as it comes; after each piece, `made` gives the rows that it has completed. Document types are refused, and
 * with them entities of a file's own.
 */
export async function* xmlRows(
  text: AsyncIterable<string>,
  events: XmlEvents,
  made: () => SourceRow[],
): AsyncGenerator<SourceRow[]> {
  const parser = parserOf(events)
  // What is longer than a line may be has no event of its own for so long, and would be kept whole.
  let silent = 0
  parser.heard = () => (silent = 0)
  try {
    for await (const piece of text) {
      silent += piece.length
      parser.saxes.write(piece)
      if (silent > most.lineCharacters + piece.length) throw refused('record_too_long')
      yield made()
    }
    parser.saxes.close()
  } catch (error) {
    throw error instanceof SourceRefused ? error : error instanceof Malformed ? refused('damaged_file') : error
  }
  yield made()
}

class Malformed extends Error {}

function parserOf(events: XmlEvents): { saxes: SaxesParser<{ xmlns: true }>; heard: () => void } {
  const saxes = new SaxesParser({ xmlns: true })
  const made = { saxes, heard: () => {} }
  let depth = 0
  saxes.on('error', (error) => {
    throw new Malformed(error.message)
  })
  saxes.on('doctype', () => {
    throw refused('declares_document_type')
  })
  saxes.on('opentag', (tag) => {
    made.heard()
    depth += 1
    if (depth > depthMost) throw refused('packed_too_tight')
    events.begin(tag.local, tag)
  })
  const text = (piece: string) => {
    made.heard()
    events.text(piece)
  }
  saxes.on('text', text)
  saxes.on('cdata', text)
  saxes.on('closetag', () => {
    made.heard()
    depth -= 1
    events.end()
  })
  return made
}

/** Goes through the beginning of a document, wherever it is cut off and whatever is wrong with it. */
export function glanceAtXml(begin: string, events: XmlEvents): void {
  try {
    parserOf(events).saxes.write(begin)
  } catch {
    // Reading it will say what is wrong.
  }
}
