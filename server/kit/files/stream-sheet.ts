import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { csvReader, type CsvReader } from './csv-records.ts'
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
  readonly params: Record<string, string | number>
  constructor(reason: string, params: Record<string, string | number> = {}) {
    super(reason)
    this.reason = reason
    this.params = params
  }
}

/**
 * The rows of an untrusted sheet as it comes, some at a time, for a process with limits of memory and time. Of csv a few rows are in memory at a
 * time. A workbook is kept packed, and of its first sheet as many rows; only one of the old format is read whole.
 * Throws {@link SheetRefused}.
 */
export async function* streamSheet(file: AsyncIterable<Uint8Array>, isCsv: boolean): AsyncGenerator<NumberedRow[]> {
  try {
    yield* isCsv ? csvRows(file) : workbookRows(await buffer(file))
  } catch (error) {
    throw error instanceof SheetRefused ? error : new SheetRefused('unreadable_file')
  }
}

async function* workbookRows(file: Buffer): AsyncGenerator<NumberedRow[]> {
  if (file.subarray(0, oldFormat.length).equals(oldFormat)) {
    const { readXls } = await import('hucre')
    const { sheets } = await readXls(file)
    for (const [at, row] of (sheets[0]?.rows ?? []).entries()) yield [{ no: at + 1, cells: cellsOf(row ?? []) }]
    return
  }
  await countUnpacked(file)
  const { streamXlsxRows } = await import('hucre/xlsx')
  for await (const { index, values } of streamXlsxRows(file)) yield [{ no: index + 1, cells: cellsOf(values) }]
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
async function* csvRows(file: AsyncIterable<Uint8Array>): AsyncGenerator<NumberedRow[]> {
  let no = 0
  const numbered = (records: string[][]): NumberedRow[] => records.map((cells) => ({ no: ++no, cells }))
  let reader: CsvReader | null = null
  let first = ''
  for await (const text of decoded(file)) {
    first += text
    if (!reader && !/[\r\n]/.test(text) && first.length < longestRecord) continue
    const piece = reader ? text : first
    reader ??= csvReader(separatorOf(first), longestRecord)
    first = ''
    yield numbered(reader.take(piece))
  }
  reader ??= csvReader(separatorOf(first), longestRecord)
  yield numbered([...reader.take(first), ...reader.end()])
}
const longestRecord = 65_536

function separatorOf(text: string): string {
  const head = /^[^\r\n]*/.exec(text)?.[0] ?? ''
  const count = (mark: string) => head.split(mark).length
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] as string
}

/** The text of a file of UTF-8; refuses another encoding, which has other bytes or, as that of 16 bits, a NUL. */
async function* decoded(file: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (...piece: Parameters<typeof decoder.decode>): string => {
    try {
      const text = decoder.decode(...piece)
      if (!text.includes('\0')) return text
    } catch {}
    throw new SheetRefused('not_utf8')
  }
  for await (const piece of file) {
    const text = decode(piece, { stream: true })
    if (text !== '') yield text
  }
  decode()
}
