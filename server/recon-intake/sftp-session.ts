import type { FileEntryWithStats, SFTPWrapper, Stats } from 'ssh2'
import { intakeLimits as limits } from '#contract/recon-intake-limits.ts'
import { SftpFailure, type HostKey } from './sftp-fault.ts'

/** A regular file as a server tells of it. */
export interface RemoteFile {
  name: string
  path: string
  size: number
  modifiedAt: Date
}

/** What a folder has. `odd`: names that no file of ours could be named by; `others` counts folders, links and the like. */
export interface Listing {
  files: RemoteFile[]
  odd: RemoteFile[]
  others: number
}

/** An open connection. Everything on it fails with {@link SftpFailure} once the connection has, and after its time. */
export interface SftpSession {
  hostKey: HostKey
  list(folder: string): Promise<Listing>
  /** The file as it stands now; null where there is none, or something else. */
  look(path: string): Promise<RemoteFile | null>
  /** Calls `work` with a reader of the file's bytes from an offset; fewer come only at its end. */
  read<T>(path: string, work: (part: (offset: number, bytes: number) => Promise<Buffer>) => Promise<T>): Promise<T>
  rename(from: string, to: string): Promise<void>
  makeFolder(path: string): Promise<void>
  close(): void
}

interface Connection {
  /** Rejects when the connection fails. */
  failed: Promise<never>
  fail(cause?: unknown): void
  close(): void
  hostKey: HostKey
}
type Answered<T> = (error: (Error & { code?: number }) | null | undefined, value: T) => void

export function sftpSession(sftp: SFTPWrapper, { failed, fail, close, hostKey }: Connection): SftpSession {
  sftp.on('error', fail)
  const ask = <T>(question: (done: Answered<T>) => void, timeoutMs: number = limits.answerMs): Promise<T> =>
    inTime(
      Promise.race([
        failed,
        new Promise<T>((resolve, reject) => question((error, value) => (error ? reject(error) : resolve(value)))),
      ]),
      timeoutMs,
    )

  async function list(folder: string): Promise<Listing> {
    const handle = await ask<Buffer>((done) => sftp.opendir(folder || '.', done)).catch(noFolder)
    const listing: Listing = { files: [], odd: [], others: 0 }
    for (let names = 0; ;) {
      const batch = await ask<FileEntryWithStats[] | false>((done) => sftp.readdir(handle, done as never)).catch(atEnd)
      if (!batch) break
      names += batch.length
      if (names > limits.namesOfFolder) throw new SftpFailure('too_many_names', { hostKey })
      for (const { filename: name, attrs } of batch) sort(listing, folder, name, attrs)
    }
    await ask<void>((done) => sftp.close(handle, done as never)).catch(() => {})
    return listing
  }

  return {
    hostKey,
    list: (folder) => list(folder).catch(rethrown),
    async look(path) {
      const attrs = await ask<Stats>((done) => sftp.lstat(path, done)).catch(absent)
      return attrs?.isFile() ? remoteFile(path.slice(path.lastIndexOf('/') + 1), path, attrs) : null
    },
    async read(path, work) {
      const handle = await ask<Buffer>((done) => sftp.open(path, 'r', done)).catch(rethrown)
      try {
        return await work((offset, bytes) =>
          inTime(Promise.race([failed, readPart(sftp, handle, offset, bytes)]), limits.partMs).catch(rethrown),
        )
      } finally {
        await ask<void>((done) => sftp.close(handle, done as never), 1_000).catch(() => {})
      }
    },
    rename: (from, to) => ask<void>((done) => sftp.rename(from, to, done as never)).catch(rethrown),
    makeFolder: (path) => ask<void>((done) => sftp.mkdir(path, done as never)).catch(rethrown),
    close,
  }
}

/** Sorts a name: of a file of ours it has no slash, no control and no character that was not UTF-8. */
function sort(listing: Listing, folder: string, name: string, attrs: Stats): void {
  if (!attrs.isFile()) listing.others += 1
  else (isPlain(name) ? listing.files : listing.odd).push(remoteFile(name, pathOf(folder, name), attrs))
}
const isPlain = (name: string) =>
  name.length > 0 && name.length <= 200 && name.trim() === name && !/^\.{1,2}$|[/\\\ufffd]|[\p{Cc}\p{Cf}]/u.test(name)
export const pathOf = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)
const remoteFile = (name: string, path: string, { size, mtime }: Stats): RemoteFile => ({
  name,
  path,
  size: Number.isSafeInteger(size) ? size : Number.MAX_SAFE_INTEGER,
  modifiedAt: new Date((mtime || 0) * 1_000),
})

/** The bytes from an offset, asked for in pieces at once: one after the other would take a way to the server and back each. */
async function readPart(sftp: SFTPWrapper, handle: Buffer, offset: number, bytes: number): Promise<Buffer> {
  const part = Buffer.alloc(bytes)
  const read = (from: number, to: number): Promise<number> =>
    new Promise((resolve, reject) => {
      const more = (at: number): void => {
        if (at >= to) return resolve(at)
        sftp.read(handle, part, at, to - at, offset + at, (error, count) => {
          if (error && (error as { code?: number }).code !== endOfFile) return reject(error)
          if (error || count <= 0) return resolve(at)
          more(at + count)
        })
      }
      more(from)
    })
  const starts = Array.from({ length: Math.ceil(bytes / pieceBytes) }, (_, index) => index * pieceBytes)
  const ends = await Promise.all(starts.map((start) => read(start, Math.min(start + pieceBytes, bytes))))
  const short = ends.findIndex((end, index) => end < Math.min((starts[index] ?? 0) + pieceBytes, bytes))
  return short < 0 ? part : part.subarray(0, ends[short])
}
const pieceBytes = 32_768
const endOfFile = 1
const noSuchFile = 2

async function inTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  work.catch(() => {})
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SftpFailure('timeout')), timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const codeOf = (error: unknown) => (error as { code?: unknown }).code
function atEnd(error: unknown): false {
  if (codeOf(error) === endOfFile) return false
  throw error
}
function absent(error: unknown): null {
  if (codeOf(error) === noSuchFile) return null
  return rethrown(error)
}
function noFolder(error: unknown): never {
  if (error instanceof SftpFailure) throw error
  throw new SftpFailure('no_folder', { cause: error })
}
function rethrown(error: unknown): never {
  throw error instanceof SftpFailure ? error : new SftpFailure('broken', { cause: error })
}
