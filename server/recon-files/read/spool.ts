import { createCipheriv, randomBytes } from 'node:crypto'
import { readSync, writeSync } from 'node:fs'

/** Bytes that came one after the other and are read from any place: an archive's directory stands at its end. */
export interface Spool {
  readonly size: number
  /** At most `length` bytes; fewer at the end. */
  read(from: number, length: number): Buffer
}

/** Up to here bytes are kept in memory. */
const inMemory = 24 * 1024 * 1024

/**
 * Keeps all bytes of a stream: in memory, or beyond some megabytes in the file, where there is one. It is written from its place
 * `from` on, encrypted with a key that only this process has.
 */
export async function spooled(bytes: AsyncIterable<Buffer>, file?: { fd: number; from: number }): Promise<Spool> {
  const pieces: Buffer[] = []
  let size = 0
  let disk: ReturnType<typeof encryptedFile> | undefined
  for await (const piece of bytes) {
    if (piece.length === 0) continue
    size += piece.length
    if (disk) disk.append(piece)
    else pieces.push(piece)
    if (disk || !file || size <= inMemory) continue
    disk = encryptedFile(file.fd, file.from)
    for (const kept of pieces.splice(0)) disk.append(kept)
  }
  if (disk) return { size, read: disk.read }
  return inPieces(pieces, size)
}

/** Pieces are left as they came: joined, they would be there twice for a moment. */
function inPieces(pieces: readonly Buffer[], size: number): Spool {
  const starts = new Float64Array(pieces.length)
  for (let at = 1; at < pieces.length; at++) starts[at] = (starts[at - 1] as number) + (pieces[at - 1] as Buffer).length
  const pieceAt = (place: number) => {
    let [low, high] = [0, pieces.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] as number) <= place) low = middle
      else high = middle - 1
    }
    return low
  }
  return {
    size,
    read(from, length) {
      const to = Math.min(from + length, size)
      if (from < 0 || from >= to) return Buffer.alloc(0)
      let at = pieceAt(from)
      const within = from - (starts[at] as number)
      const first = (pieces[at] as Buffer).subarray(within, within + to - from)
      if (first.length === to - from) return first
      const found = [first]
      for (let have = first.length; have < to - from;) {
        const next = (pieces[++at] as Buffer).subarray(0, to - from - have)
        found.push(next)
        have += next.length
      }
      return Buffer.concat(found)
    },
  }
}

const blockBytes = 16

/** A stream cipher that counts blocks can begin at any of them. */
function encryptedFile(fd: number, base: number) {
  const [key, salt] = [randomBytes(32), randomBytes(8)]
  const cipherAt = (place: number) => {
    const counter = Buffer.alloc(16)
    salt.copy(counter)
    counter.writeBigUInt64BE(BigInt(Math.floor(place / blockBytes)), 8)
    const cipher = createCipheriv('aes-256-ctr', key, counter)
    cipher.update(Buffer.alloc(place % blockBytes))
    return cipher
  }
  const writer = cipherAt(0)
  let size = 0
  return {
    append(piece: Buffer) {
      const sealed = writer.update(piece)
      for (let done = 0; done < sealed.length;)
        done += writeSync(fd, sealed, done, sealed.length - done, base + size + done)
      size += piece.length
    },
    read(from: number, length: number): Buffer {
      const sealed = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - from)))
      let done = 0
      while (done < sealed.length) {
        const more = readSync(fd, sealed, done, sealed.length - done, base + from + done)
        if (more === 0) throw new Error('a spooled file has become shorter')
        done += more
      }
      return cipherAt(from).update(sealed)
    },
  }
}
