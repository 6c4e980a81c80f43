import { inflateSync } from 'node:zlib'

/** A small reader of PDF files as they are written here, for tests: objects by their numbers, with no library. */
export interface ReadFile {
  text: string
  trailer: string
  /** The dictionary or value of an object, as text. */
  objects: ReadonlyMap<number, string>
  /** The bytes of a stream, unpacked. */
  stream(number: number): Buffer
  /** The numbers of the objects whose dictionary fits. */
  where(pattern: RegExp): number[]
  /** The object that a name of a dictionary refers to. */
  under(dictionary: string, name: string): number
}

export function readFile(pdf: Buffer): ReadFile {
  const text = pdf.toString('latin1')
  const objects = new Map<number, string>()
  const streams = new Map<number, [from: number, to: number]>()
  const start = /(\d+) 0 obj\n/g
  for (let found = start.exec(text); found; found = start.exec(text)) {
    const number = Number(found[1])
    const from = found.index + found[0].length
    const end = text.indexOf('endobj', from)
    const begins = text.indexOf('\nstream\n', from)
    if (begins < 0 || begins > end) objects.set(number, text.slice(from, end))
    else {
      const dictionary = text.slice(from, begins)
      const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1])
      objects.set(number, dictionary)
      streams.set(number, [begins + 8, begins + 8 + length])
      start.lastIndex = begins + 8 + length
    }
  }
  return {
    text,
    trailer: text.slice(text.lastIndexOf('trailer')),
    objects,
    stream(number) {
      const [from, to] = streams.get(number) as [number, number]
      const bytes = pdf.subarray(from, to)
      return objects.get(number)?.includes('/FlateDecode') ? inflateSync(bytes) : bytes
    },
    where: (pattern) => [...objects].flatMap(([number, dictionary]) => (pattern.test(dictionary) ? [number] : [])),
    under: (dictionary, name) => Number(new RegExp(`/${name} (\\d+) 0 R`).exec(dictionary)?.[1]),
  }
}
