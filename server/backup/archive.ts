import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, open, rename, rm } from 'node:fs/promises'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { keyOf, newSalt, opening, NotOpened, sealing } from './passphrase.ts'

/** A file that is no backup, is not whole or cannot be opened: one line for the operator. */
export class ArchiveError extends Error {}

/** The first line of a backup, in clear: what is needed to know whether and how it can be restored. */
export interface Header {
  countinghouse_backup: 1
  /** The instant of which it is, ISO 8601. */
  at: string
  /** The migrations that its database had had, in order. */
  migrations: { name: string; checksum: string }[]
  /** A fingerprint that distinguishes the master key from others, and reveals nothing about it. */
  master_key: string
  /** The salt with which the passphrase becomes the key; null for an unsealed backup. */
  salt: string | null
}

/** Lines of control are JSON; a table's rows are PostgreSQL's own text form, and end with its `\.`. */
export interface ArchiveWriter {
  line(content: object): Promise<void>
  /** Answers the rows' checksum. */
  rows(lines: AsyncIterable<Buffer>): Promise<string>
  /** Writes the end, with a checksum over everything, and puts the whole file in its place. */
  finish(): Promise<number>
  abandon(): Promise<void>
}

/** Writes beside the file until all is there; refuses one that exists. */
export async function writeArchive(
  file: string,
  header: Omit<Header, 'countinghouse_backup' | 'salt'>,
  passphrase: string | null,
): Promise<ArchiveWriter> {
  const salt = passphrase === null ? null : newSalt()
  const first = Buffer.from(`${JSON.stringify({ countinghouse_backup: 1, ...header, salt })}\n`)
  if (await isThere(file)) throw new ArchiveError(`${file} is there already: give the backup another name`)
  const part = `${file}.part`
  await (await open(part, 'w', 0o600).catch(refused(file))).close()
  const out = createWriteStream(part, { mode: 0o600, flush: true })
  out.write(first)
  const head = new PassThrough()
  const seals = passphrase === null || salt === null ? [] : [sealing(await keyOf(passphrase, salt), first)]
  const written = pipeline([head, createZstdCompress(), ...seals, out])
  written.catch(() => {})
  const all = createHash('sha256').update(first)

  async function write(bytes: Buffer): Promise<void> {
    all.update(bytes)
    if (!head.write(bytes)) await Promise.race([once(head, 'drain'), written])
  }
  return {
    line: (content) => write(Buffer.from(`${JSON.stringify(content)}\n`)),
    async rows(lines) {
      const hash = createHash('sha256')
      for await (const chunk of lines) {
        hash.update(chunk)
        await write(chunk)
      }
      await write(endOfRows)
      return hash.digest('hex')
    },
    async finish() {
      head.end(`${JSON.stringify({ end: true, sha256: all.digest('hex') })}\n`)
      await written
      await rename(part, file)
      return out.bytesWritten
    },
    async abandon() {
      head.destroy()
      await written.catch(() => {})
      await rm(part, { force: true })
    },
  }
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )
const refused = (file: string) => (error: Error) => {
  throw new ArchiveError(`${file} cannot be written: ${error.message}`)
}
const endOfRows = Buffer.from('\\.\n')

export interface ArchiveReader {
  header: Header
  line(): Promise<Record<string, unknown>>
  /** The rows that follow; `hash` takes their checksum. */
  rows(hash: Hash): AsyncGenerator<Buffer>
  /** Throws unless what was read is all that was written, unchanged. */
  end(stated: Record<string, unknown>): void
}

export async function readArchive(file: string, passphrase: string | null): Promise<ArchiveReader> {
  const { first, header } = await readHeader(file)
  if (header.salt !== null && passphrase === null) throw new ArchiveError(`${file} is sealed: set BACKUP_PASSPHRASE`)
  const opened = header.salt === null ? [] : [opening(await keyOf(passphrase ?? '', header.salt), first)]
  const body: Readable = new PassThrough()
  const source = createReadStream(file, { start: first.length })
  pipeline([source, ...opened, createZstdDecompress(), body as PassThrough]).catch((error: Error) =>
    body.destroy(error),
  )
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const all = createHash('sha256').update(first)
  let rest: Buffer = Buffer.alloc(0)
  let hashed = all

  async function more(): Promise<void> {
    const next = await chunks.next().catch((error: Error) => {
      if (error instanceof NotOpened) throw error
      throw new ArchiveError(`${file} is not whole: ${error.message}`)
    })
    if (next.done === true) throw new ArchiveError(`${file} is not whole: it ends too early`)
    rest = rest.length === 0 ? next.value : Buffer.concat([rest, next.value])
  }
  function parsed(line: Buffer): Record<string, unknown> {
    try {
      return JSON.parse(line.toString('utf8')) as Record<string, unknown>
    } catch {
      throw new ArchiveError(`${file} is not as it was written`)
    }
  }
  function take(length: number): Buffer {
    const taken = rest.subarray(0, length)
    rest = rest.subarray(length)
    return taken
  }
  return {
    header,
    async line() {
      let at = rest.indexOf(10)
      for (; at < 0; at = rest.indexOf(10)) await more()
      const line = take(at + 1)
      hashed = all.copy()
      all.update(line)
      return parsed(line)
    },
    async *rows(hash) {
      let isFirst = true
      for (;;) {
        const end = isFirst && rest.indexOf(endOfRows) === 0 ? 0 : rest.indexOf('\n\\.\n') + 1
        const whole = end > 0 || (isFirst && rest.indexOf(endOfRows) === 0)
        const chunk = take(whole ? end : Math.max(0, rest.length - 3))
        hash.update(chunk)
        all.update(chunk)
        if (chunk.length > 0) yield chunk
        if (whole) {
          all.update(take(endOfRows.length))
          return
        }
        // An empty table's end may come in two pieces.
        isFirst &&= chunk.length === 0
        await more()
      }
    },
    end({ end, sha256 }) {
      if (end !== true || sha256 !== hashed.digest('hex')) throw new ArchiveError(`${file} is not as it was written`)
    },
  }
}

/**
 * Reads a backup to its end and holds it against its checksums, without any database.
 * @throws ArchiveError or NotOpened when it is not whole or not as it was written.
 */
export async function checkArchive(file: string, passphrase: string | null): Promise<void> {
  const archive = await readArchive(file, passphrase)
  for (;;) {
    const line = await archive.line()
    if ('end' in line) return archive.end(line)
    if (!('table' in line)) continue
    const hash = createHash('sha256')
    for await (const _rows of archive.rows(hash));
    if ((await archive.line())['sha256'] !== hash.digest('hex'))
      throw new ArchiveError(`${file} is not as it was written`)
  }
}

async function readHeader(file: string): Promise<{ first: Buffer; header: Header }> {
  const handle = await open(file).catch((error: Error) => {
    throw new ArchiveError(`${file} cannot be read: ${error.message}`)
  })
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(headerMost), position: 0 })
    const end = buffer.subarray(0, bytesRead).indexOf(10)
    const first = Buffer.from(buffer.subarray(0, end + 1))
    const header = JSON.parse(first.toString('utf8')) as Header
    if (header.countinghouse_backup !== 1) throw new Error('another form')
    return { first, header }
  } catch {
    throw new ArchiveError(`${file} is not a backup of this program`)
  } finally {
    await handle.close()
  }
}
const headerMost = 256 * 1024
