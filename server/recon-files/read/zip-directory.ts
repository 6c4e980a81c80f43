import { createInflateRaw, crc32 } from 'node:zlib'
import { pipeline, Readable } from 'node:stream'
import { most, refused } from './refusals.ts'
import type { Spool } from './spool.ts'

/** An entry of a zip archive, by its directory. */
export interface ZipEntry {
  name: string
  isLocked: boolean
  /** A folder, or a link to another place. */
  isFile: boolean
  method: number
  /** The bytes that it takes in the archive. */
  packed: number
  /** The bytes that it is said to unpack to. */
  unpacked: number
  crc: number
  /** Where its own header begins. */
  at: number
}

const endLength = 22
const longestComment = 65_535
const beyond32 = 0xffff_ffff

/** The entries of an archive as its directory lists them. Sizes are the file's word, and not trusted. */
export function zipDirectory(zip: Spool): ZipEntry[] {
  const { from, count } = endOf(zip)
  if (count > most.archiveEntries) throw refused('packed_too_tight')
  const entries: ZipEntry[] = []
  const directory = zip.read(from, Math.min(zip.size - from, count * 1_024 + 65_536))
  for (let at = 0; entries.length < count;) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50) throw refused('damaged_file')
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field)) as [number, number, number] // prettier-ignore
    const end = at + 46 + name + extra
    if (end > directory.length) throw refused('damaged_file')
    entries.push(entryOf(directory.subarray(at, end), name))
    at = end + comment
  }
  return entries
}

function entryOf(record: Buffer, nameLength: number): ZipEntry {
  const nameEnd = 46 + nameLength
  const name = record.toString('utf8', 46, nameEnd)
  const wide = wideSizes(record.subarray(nameEnd))
  const size = (at: number) => {
    const value = record.readUInt32LE(at)
    return value === beyond32 ? (wide.shift() ?? value) : value
  }
  const [unpacked, packed, at] = [size(24), size(20), size(42)]
  const mode = record.readUInt32LE(38) >>> 16
  const isPlain = (mode & 0o170_000) === 0 || (mode & 0o170_000) === 0o100_000
  return {
    name,
    isLocked: (record.readUInt16LE(8) & 1) === 1,
    isFile: isPlain && !name.endsWith('/'),
    method: record.readUInt16LE(10),
    packed,
    unpacked,
    crc: record.readUInt32LE(16),
    at,
  }
}

/** Sizes beyond 32 bits stand in a field of their own, in the order of those that they replace. */
function wideSizes(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length;) {
    const [id, length] = [extra.readUInt16LE(at), extra.readUInt16LE(at + 2)]
    if (id === 1) {
      const field = extra.subarray(at + 4, at + 4 + length)
      return Array.from({ length: Math.floor(field.length / 8) }, (_, n) => Number(field.readBigUInt64LE(n * 8)))
    }
    at += 4 + length
  }
  return []
}

/** Where the directory stands, and how many entries it has. */
function endOf(zip: Spool): { from: number; count: number } {
  const tailAt = Math.max(0, zip.size - endLength - longestComment)
  const tail = zip.read(tailAt, endLength + longestComment)
  const at = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (at < 0 || at + endLength > tail.length) throw refused('damaged_file')
  const end = { from: tail.readUInt32LE(at + 16), count: tail.readUInt16LE(at + 10) }
  const wideAt = at - 20
  if (wideAt < 0 || tail.readUInt32LE(wideAt) !== 0x07064b50) return end
  const wide = zip.read(Number(tail.readBigUInt64LE(wideAt + 8)), 56)
  if (wide.length < 56 || wide.readUInt32LE(0) !== 0x06064b50) throw refused('damaged_file')
  return { from: Number(wide.readBigUInt64LE(48)), count: Number(wide.readBigUInt64LE(32)) }
}

const pieceBytes = 64 * 1024

/**
 * The content of an entry as it unpacks, each piece counted. What does not unpack, or to something else than the archive says, is
 * a damaged file.
 */
export async function* unpacked(zip: Spool, entry: ZipEntry, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  if (entry.isLocked) throw refused('locked_file')
  const header = zip.read(entry.at, 30)
  if (header.length < 30 || header.readUInt32LE(0) !== 0x04034b50 || ![0, 8].includes(entry.method))
    throw refused('damaged_file')
  const from = entry.at + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  const to = from + entry.packed
  if (to > zip.size) throw refused('damaged_file')
  const packed = piecesOf(zip, from, to)
  let crc = 0
  for await (const piece of entry.method === 8 ? inflated(packed) : packed) {
    count(piece.length)
    crc = crc32(piece, crc)
    yield piece
  }
  if (crc !== entry.crc) throw refused('damaged_file')
}

function* piecesOf(zip: Spool, from: number, to: number): Generator<Buffer> {
  for (let at = from; at < to; at += pieceBytes) yield zip.read(at, Math.min(pieceBytes, to - at))
}

async function* inflated(packed: Iterable<Buffer>): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: pieceBytes })
  pipeline(Readable.from(packed, { objectMode: true, highWaterMark: 1 }), inflate, () => {})
  try {
    yield* inflate as AsyncIterable<Buffer>
  } catch {
    throw refused('damaged_file')
  } finally {
    inflate.destroy()
  }
}
