import { isAscii, isUtf8 } from 'node:buffer'
import { refused } from './refusals.ts'
import type { SourceFacts, SourceHints } from './source-rows.ts'

/** The text of pieces of bytes; the last one is told, so that a character that is cut short there is noticed. */
type Decoder = (piece: Buffer, isLast: boolean) => string

/** How much of the text behind the first letter beyond ASCII decides its encoding. */
const sample = 64 * 1024

/**
 * Bytes as text: by their byte-order mark, else strict UTF-8, else as the mapping says. Text of ASCII alone is the same in all of
 * them, so the first other letter decides, with what stands behind it. `facts.encoding` says what was found.
 */
export async function* decoded(
  bytes: AsyncIterable<Buffer>,
  hints: Pick<SourceHints, 'encoding' | 'propose'>,
  facts: Pick<SourceFacts, 'encoding'>,
): AsyncGenerator<string> {
  facts.encoding = 'utf-8'
  let decoder: Decoder | null = null
  let waiting = Buffer.alloc(0)
  let isFirst = true
  for await (const piece of bytes) {
    if (decoder) {
      yield checked(decoder(piece, false))
      continue
    }
    if (!isFirst && waiting.length === 0 && isAscii(piece)) {
      yield checked(piece.latin1Slice())
      continue
    }
    waiting = waiting.length === 0 ? piece : Buffer.concat([waiting, piece])
    if (isFirst && waiting.length < beginBytes) continue
    if (isFirst) {
      isFirst = false
      const marked = byMark(waiting, hints)
      if (marked) {
        facts.encoding = marked.encoding
        decoder = decoderOf(marked.encoding)
        yield checked(decoder(waiting.subarray(marked.length), false))
        waiting = Buffer.alloc(0)
        continue
      }
      if (isAscii(waiting)) {
        yield checked(waiting.latin1Slice())
        waiting = Buffer.alloc(0)
        continue
      }
    }
    if (waiting.length < sample) continue
    facts.encoding = chosen(waiting, false, hints)
    decoder = decoderOf(facts.encoding)
    yield checked(decoder(waiting, false))
    waiting = Buffer.alloc(0)
  }
  if (!decoder) {
    const marked = isFirst ? byMark(waiting, hints) : null
    facts.encoding = marked?.encoding ?? (isAscii(waiting) ? 'utf-8' : chosen(waiting, true, hints))
    decoder = decoderOf(facts.encoding)
    waiting = waiting.subarray(marked?.length ?? 0)
  }
  const last = checked(decoder(waiting, true))
  if (last !== '') yield last
}
const beginBytes = 512

/** A NUL stands in no text, and in most other files. */
function checked(text: string): string {
  if (text.includes('\0')) throw refused('unknown_file_format')
  return text
}

/** UTF-8 and UTF-16 by their mark; UTF-16 also where every other byte of the beginning is zero, as it is of Latin letters. */
function byMark(begin: Buffer, { encoding }: Pick<SourceHints, 'encoding'>) {
  if (begin[0] === 0xef && begin[1] === 0xbb && begin[2] === 0xbf) return { encoding: 'utf-8', length: 3 }
  if (begin[0] === 0xff && begin[1] === 0xfe) return { encoding: 'utf-16le', length: 2 }
  if (begin[0] === 0xfe && begin[1] === 0xff) return { encoding: 'utf-16be', length: 2 }
  const wide = wideWithoutMark(begin.subarray(0, beginBytes))
  if (wide) return { encoding: wide, length: 0 }
  return encoding !== undefined && /^utf-?16/i.test(encoding) && begin.includes(0)
    ? { encoding: encoding.toLowerCase(), length: 0 }
    : null
}

/** The encoding of 16 bits whose zero bytes, as Latin letters have them, stand at this beginning. */
export function wideWithoutMark(begin: Buffer): 'utf-16le' | 'utf-16be' | null {
  const zeros = (at: number) => begin.filter((byte, place) => place % 2 === at && byte === 0).length
  if (zeros(1) > begin.length / 4 && zeros(0) === 0) return 'utf-16le'
  return zeros(0) > begin.length / 4 && zeros(1) === 0 ? 'utf-16be' : null
}

function chosen(
  bytes: Buffer,
  isAll: boolean,
  { encoding, propose }: Pick<SourceHints, 'encoding' | 'propose'>,
): string {
  if (isUtf8(isAll ? bytes : bytes.subarray(0, wholeUntil(bytes)))) return 'utf-8'
  if (encoding && !/^utf-?8$/i.test(encoding)) return encoding.toLowerCase()
  if (propose) return 'windows-1252'
  throw refused('other_encoding')
}

function decoderOf(encoding: string): Decoder {
  if (encoding === 'utf-8') return utf8Decoder()
  try {
    const decoder = new TextDecoder(encoding, { fatal: true })
    return (piece, isLast) => {
      try {
        return decoder.decode(piece, { stream: !isLast })
      } catch {
        throw refused('mixed_encoding', { encoding })
      }
    }
  } catch {
    throw refused('unknown_encoding', { encoding: encoding.slice(0, 40) })
  }
}

/** Strict, and several times as fast as a `TextDecoder` that streams. */
export function utf8Decoder(): Decoder {
  let rest = Buffer.alloc(0)
  return (piece, isLast) => {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    const to = isLast ? bytes.length : wholeUntil(bytes)
    rest = to === bytes.length ? Buffer.alloc(0) : Buffer.from(bytes.subarray(to))
    const part = bytes.subarray(0, to)
    if (isAscii(part)) return part.latin1Slice()
    if (!isUtf8(part)) throw refused('mixed_encoding', { encoding: 'UTF-8' })
    return part.utf8Slice()
  }
}

/** The place until which characters of UTF-8 are whole: the last one may have up to three bytes more to come. */
function wholeUntil(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number
    if ((byte & 0xc0) === 0x80) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}
