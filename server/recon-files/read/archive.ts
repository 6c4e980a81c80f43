import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { byteCount, counted, peek, type Peeked } from './byte-streams.ts'
import { refused } from './refusals.ts'
import { wrappingOf } from './sniff.ts'
import { spooled, type Spool } from './spool.ts'
import { isWorkbook } from './workbook.ts'
import { unpacked, zipDirectory, type ZipEntry } from './zip-directory.ts'

/** A file of this process, from a place on, for what does not fit into memory. */
export interface SpoolFile {
  fd: number
  from: number
}
type Content =
  | { kind: 'text'; bytes: AsyncIterable<Buffer> }
  | { kind: 'compound'; bytes: AsyncIterable<Buffer>; spool: SpoolFile | undefined }
  | { kind: 'workbook'; zip: Spool; entries: ZipEntry[] }

const headBytes = 4_096

/** What stands within one level of gz or zip, or without one; an archive within an archive is refused. */
export async function unwrapped(
  file: AsyncIterable<Buffer>,
  spool: SpoolFile | undefined,
): Promise<{ packed: '' | 'gz' | 'zip'; content: Content }> {
  const outer = await peek(file, headBytes)
  const wrapping = wrappingOf(outer.head)
  if (wrapping === 'gz')
    return { packed: 'gz', content: await inner(await peek(gunzipped(outer.all), headBytes), spool) }
  if (wrapping !== 'zip') return { packed: '', content: { kind: wrapping, bytes: outer.all, spool } }
  const zip = await spooled(outer.all, spool)
  const entries = zipDirectory(zip)
  if (isWorkbook(entries)) return { packed: '', content: { kind: 'workbook', zip, entries } }
  const within = await peek(unpacked(zip, onlyFile(entries), byteCount()), headBytes)
  const beyond = spool && { fd: spool.fd, from: spool.from + zip.size }
  return { packed: 'zip', content: await inner(within, beyond) }
}

async function inner({ head, all }: Peeked, spool: SpoolFile | undefined): Promise<Content> {
  const wrapping = wrappingOf(head)
  if (wrapping === 'gz') throw refused('archive_in_archive')
  if (wrapping !== 'zip') return { kind: wrapping, bytes: all, spool }
  const zip = await spooled(all, spool)
  const entries = zipDirectory(zip)
  if (!isWorkbook(entries)) throw refused('archive_in_archive')
  return { kind: 'workbook', zip, entries }
}

async function* gunzipped(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 64 * 1024 })
  let fault: unknown
  const noted = async function* () {
    try {
      yield* file
    } catch (error) {
      fault = error
      throw error
    }
  }
  pipeline(Readable.from(noted(), { highWaterMark: 1 }), gunzip, () => {})
  const pieces = counted(gunzip as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await pieces.next().catch((error: unknown) => {
        throw fault ?? ((error as { code?: string }).code?.startsWith('Z_') ? refused('damaged_file') : error)
      })
      if (next.done) return
      yield next.value
    }
  } finally {
    gunzip.destroy()
  }
}

const known = /\.(?:csv|tsv|txt|dat|xlsx|xlsm|xls|xml|json|ndjson|jsonl|940|942|mt940|sta|ofx|qfx)$/i

/** The one file of an archive that is to be read; by its ending where there are others beside it. */
function onlyFile(entries: readonly ZipEntry[]): ZipEntry {
  // Names of hidden files, and what a Mac adds.
  const files = entries.filter(
    ({ name, isFile }) => isFile && !/(?:^|[/\\])(?:\.(?!\.?[/\\])|__MACOSX[/\\]|Thumbs\.db$)/i.test(name),
  )
  if (entries.some(({ name }) => name === 'META-INF/manifest.xml')) throw refused('unknown_file_format')
  const usable = files.length === 1 ? files : files.filter(({ name }) => known.test(name))
  const [only] = usable
  if (usable.length > 1) throw refused('archive_of_several', { count: usable.length })
  if (!only) throw refused('archive_without_file')
  return only
}
