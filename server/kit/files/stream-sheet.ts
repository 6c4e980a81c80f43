import { isUtf8 } from 'node:buffer'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { parse } from 'csv-parse'
import { cellText, oldFormat } from './sheet-cells.ts'
import { zipParts } from './zip-parts.ts'

/** A cell as text; one with the type of a date as the local time that it shows, in the fields of UTC. */
export type SheetCell = string | Date
export interface NumberedRow {
  /** Its number in the sheet, from 1. */
  no: number
  cells: SheetCell[]
}

/** Why a sheet is refused as a whole. */
export class SheetRefused extends Error {
  readonly reason: string
  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}

/**
 * The rows of an untrusted sheet as it comes, for a process with limits of memory and time. Of csv a few rows are in memory at a
 * time. A workbook is kept packed, and of its first sheet as many rows; only one of the old format is read whole.
 * Throws {@link SheetRefused}.
 */
export async function* streamSheet(file: AsyncIterable<Buffer>, isCsv: boolean): AsyncGenerator<NumberedRow> {
  try {
    yield* isCsv ? csvRows(file) : workbookRows(await buffer(file))
  } catch (error) {
    throw error instanceof SheetRefused ? error : new SheetRefused('unreadable_file')
  }
}

async function* workbookRows(file: Buffer): AsyncGenerator<NumberedRow> {
  if (file.subarray(0, oldFormat.length).equals(oldFormat)) {
    const { readXls } = await import('hucre')
    const { sheets } = await readXls(file)
    for (const [at, row] of (sheets[0]?.rows ?? []).entries()) yield { no: at + 1, cells: cellsOf(row ?? []) }
    return
  }
  await countUnpacked(file)
  const { streamXlsxRows } = await import('hucre/xlsx')
  for await (const { index, values } of streamXlsxRows(file)) yield { no: index + 1, cells: cellsOf(values) }
}
/** Cells that a file leaves out are empty. */
const cellsOf = (values: readonly unknown[]): SheetCell[] =>
  Array.from(values, (value) => (value instanceof Date ? value : cellText(value)))

/** Unpacks each part of a zip only to count its bytes, a piece at a time: the sizes in the file are not trusted. */
async function countUnpacked(zip: Buffer): Promise<void> {
  const parts = zipParts(zip)
  if (typeof parts === 'string') throw new SheetRefused(parts)
  let left = mostUnpackedBytes
  const count = async (pieces: AsyncIterable<Buffer>) => {
    for await (const { length } of pieces) if ((left -= length) <= 0) throw new SheetRefused('packed_too_tight')
  }
  for (const { packed, content } of parts)
    if (packed) await pipeline(Readable.from([content]), createInflateRaw(), count)
    else await pipeline(Readable.from([content]), count)
}
const mostUnpackedBytes = 256 * 1024 * 1024

/** Reads UTF-8 CSV. The separator is the most frequent of comma, semicolon and tab in the first line. */
async function* csvRows(file: AsyncIterable<Buffer>): AsyncGenerator<NumberedRow> {
  const pieces = onlyUtf8(file)[Symbol.asyncIterator]()
  let first = Buffer.alloc(0)
  let more = await pieces.next()
  for (; !more.done; more = await pieces.next()) {
    first = Buffer.concat([first, more.value])
    if (first.includes('\n') || first.length >= longestRecord) break
  }
  const head = /^[^\r\n]*/.exec(first.toString('utf8'))?.[0] ?? ''
  const count = (mark: string) => head.split(mark).length
  const delimiter = [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] as string
  const rest = async function* () {
    if (first.length > 0) yield first
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
  }
  const parser = parse({ delimiter, bom: true, relax_column_count: true, max_record_size: longestRecord })
  const source = Readable.from(rest())
  source.on('error', (error) => parser.destroy(error))
  let no = 0
  for await (const cells of source.pipe(parser) as AsyncIterable<string[]>) yield { no: ++no, cells }
}
const longestRecord = 65_536

/** The same pieces; refuses the file at the first that is not UTF-8, or has a NUL as files of other encodings do. */
async function* onlyUtf8(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let cut: Buffer = Buffer.alloc(0)
  for await (const piece of file) {
    const joined = cut.length > 0 ? Buffer.concat([cut, piece]) : piece
    const whole = joined.length - unfinished(joined)
    if (!isUtf8(joined.subarray(0, whole)) || piece.includes(0)) throw new SheetRefused('not_utf8')
    cut = joined.subarray(whole)
    if (whole > 0) yield joined.subarray(0, whole)
  }
  if (cut.length > 0) throw new SheetRefused('not_utf8')
}
/** How many bytes at the end belong to a character that goes on in the next piece. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0
  }
  return 0
}
