import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvReader } from './csv-records.ts'

/** The records of a text that comes in pieces; null where it is refused. */
function recordsOf(pieces: readonly string[], separator = ','): string[][] | null {
  const reader = csvReader(separator, 65_536)
  try {
    return [...pieces.flatMap((piece) => reader.take(piece)), ...reader.end()]
  } catch {
    return null
  }
}
/** The same by another reader, which has to be told its line end. */
function byParse(text: string, lineEnd: string): string[][] | null {
  try {
    return parse(text, { relax_column_count: true, record_delimiter: lineEnd })
  } catch {
    return null
  }
}

describe('a comma-separated text', () => {
  it.each(['\n', '\r\n', '\r'])(
    'is read, or refused, as csv-parse does, cut anywhere: lines end with %j',
    (lineEnd) => {
      const text = fc.array(fc.constantFrom('a', '"', '"', ',', ';', lineEnd, lineEnd, ' ', 'é', '😀', '""'), { maxLength: 24 }) // prettier-ignore
      fc.assert(
        fc.property(text, fc.array(fc.nat(30), { maxLength: 4 }), (parts, cuts) => {
          const whole = parts.join('')
          const places = [0, ...new Set(cuts.filter((at) => at > 0 && at < whole.length)), whole.length].toSorted((a, b) => a - b) // prettier-ignore
          const pieces = places.slice(1).map((end, at) => whole.slice(places[at], end))
          expect(recordsOf(pieces)).toEqual(byParse(whole, lineEnd))
        }),
        { numRuns: 1_000 },
      )
    },
  )

  it('is refused where a record is longer than it may be, before all of it has come', () => {
    const reader = csvReader(',', 1_000)
    expect(() => {
      for (let times = 0; times < 10; times++) reader.take('"'.padEnd(500, 'x'))
    }).toThrow()
  })
})
