import { SaxesParser, type SaxesTagNS } from 'saxes'
import type { WrittenDay } from './written-day.ts'

const messages = 'http://www.gesmes.org/xml/2002-08-01'
const rates = 'http://www.ecb.int/vocabulary/2002-08-01/eurofxref'

class Malformed extends Error {}

/**
 * The days of an xml: an `Envelope` with a `Cube`, in it one for each day and in those one for each currency. Document types are refused,
 * and with them entities of a file's own.
 */
export function readXml(text: string): WrittenDay[] {
  const days: WrittenDay[] = []
  const parser = new SaxesParser({ xmlns: true })
  let depth = 0
  let cubes = 0
  parser.on('error', (error) => {
    throw new Malformed(error.message)
  })
  parser.on('doctype', () => {
    throw new Error('The file declares a document type, which is refused.')
  })
  parser.on('opentag', (tag) => {
    if (depth === 0 && (tag.local !== 'Envelope' || tag.uri !== messages))
      throw new Error('This is no file of rates: it has to be an Envelope of gesmes.')
    depth += 1
    if (!isCube(tag)) return
    cubes += 1
    // A cube stands in the envelope or in another, and nowhere else.
    if (cubes !== depth - 1) throw new Error(`Line ${parser.line}: a Cube stands where none belongs.`)
    enter(tag, cubes, { days, line: parser.line })
  })
  parser.on('closetag', (tag) => {
    depth -= 1
    if (isCube(tag)) cubes -= 1
  })
  try {
    parser.write(text).close()
  } catch (error) {
    throw error instanceof Malformed ? new Error(`The file is not whole or no XML: ${error.message}.`) : error
  }
  return days
}

const isCube = ({ local, uri }: SaxesTagNS): boolean => local === 'Cube' && uri === rates

/** The first cube holds the days, the second is a day, the third a rate of it. */
function enter({ attributes }: SaxesTagNS, depth: number, { days, line }: { days: WrittenDay[]; line: number }): void {
  const valueOf = (name: string) => attributes[name]?.value.trim() ?? ''
  if (depth === 1) return
  if (depth === 2) days.push({ line, date: valueOf('time'), rates: [] })
  else if (depth === 3) days.at(-1)?.rates.push({ line, currency: valueOf('currency'), text: valueOf('rate') })
  else throw new Error(`Line ${line}: a Cube stands where none belongs.`)
}
