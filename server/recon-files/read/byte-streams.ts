import { most, refused } from './refusals.ts'

/** The first bytes of a stream, and the stream with them. */
export interface Peeked {
  head: Buffer
  all: AsyncGenerator<Buffer>
}

/** Reads until there are `least` bytes, or all there are. */
export async function peek(bytes: AsyncIterable<Uint8Array>, least: number): Promise<Peeked> {
  const pieces = bytes[Symbol.asyncIterator]()
  const first: Buffer[] = []
  for (let length = 0; length < least;) {
    const next = await pieces.next()
    if (next.done) break
    const piece = asBuffer(next.value)
    first.push(piece)
    length += piece.length
  }
  return { head: first.length === 1 ? (first[0] as Buffer) : Buffer.concat(first), all: resumed(first, pieces) }
}

async function* resumed(first: Buffer[], pieces: AsyncIterator<Uint8Array>): AsyncGenerator<Buffer> {
  try {
    while (first.length > 0) yield first.shift() as Buffer
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield asBuffer(next.value)
  } finally {
    await pieces.return?.()
  }
}
const asBuffer = (bytes: Uint8Array) =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Counts bytes, of one stream or several, to the limit. */
export function byteCount(limit = most.bytes): (length: number) => void {
  let left = limit
  return (length) => {
    left -= length
    if (left < 0) throw refused('packed_too_tight')
  }
}

/** The same bytes, counted. */
export async function* counted(bytes: AsyncIterable<Uint8Array>, count = byteCount()): AsyncGenerator<Buffer> {
  for await (const piece of bytes) {
    count(piece.length)
    yield asBuffer(piece)
  }
}

/** A generator whose first piece is there already, so that what is wrong at the beginning is thrown here. */
export async function begun<Piece>(pieces: AsyncGenerator<Piece>): Promise<AsyncGenerator<Piece>> {
  const first = await pieces.next()
  async function* rest(): AsyncGenerator<Piece> {
    if (first.done) return
    try {
      yield first.value
      yield* pieces
    } finally {
      await pieces.return(undefined)
    }
  }
  return rest()
}
