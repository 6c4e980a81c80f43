import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import type { CellValue } from 'hucre'
import { readXlsx } from 'hucre/xlsx'
import { decodeText } from './decode-text.ts'
import type { SheetFault, TypedCell, TypedSheet } from './read-sheet.ts'
import { cellText, oldFormat } from './sheet-cells.ts'
import { zipParts } from './zip-parts.ts'

/** The argument of this process; the file comes on standard input. */
export interface SheetKind {
  isCsv: boolean
  rowsMost: number
  /** Cells keep their type, a time is the local one that its cell shows, and a csv may be of another encoding than UTF-8. */
  typed: boolean
}

const mostUnpackedBytes = 50 * 1024 * 1024
/** Of all rows as JSON: the process that asked keeps them in memory. A full sheet has some 5 MB. */
const mostRowsBytes = 16 * 1024 * 1024

/** Reads one sheet and writes it, or the reason why it is refused, as JSON to standard output. */
export async function parseSheet(file: Buffer, kind: SheetKind): Promise<string> {
  const sheet = JSON.stringify(await sheetOf(file, kind).catch((): SheetFault => 'unreadable_file'))
  return sheet.length > mostRowsBytes ? JSON.stringify('packed_too_tight' satisfies SheetFault) : sheet
}

async function sheetOf(file: Buffer, kind: SheetKind): Promise<TypedSheet | SheetFault> {
  if (kind.isCsv) return csvSheet(file, kind)
  const rows = await workbookRows(file, kind)
  return typeof rows === 'string' ? rows : { rows, encoding: '', separator: '' }
}

async function workbookRows(file: Buffer, { rowsMost, typed }: SheetKind): Promise<TypedCell[][] | SheetFault> {
  const rowsOf = rowReader(typed)
  if (file.subarray(0, oldFormat.length).equals(oldFormat)) return rowsOf((await oldRows(file)).slice(0, rowsMost + 1))
  const fault = countUnpacked(file)
  if (fault) return fault
  const { sheets } = await readXlsx(file, { sheets: [0], maxRows: rowsMost + 1 })
  return rowsOf(sheets[0]?.rows ?? [])
}

async function oldRows(file: Buffer): Promise<CellValue[][]> {
  const { readXls } = await import('hucre')
  const { sheets } = await readXls(file)
  return sheets[0]?.rows ?? []
}
/** Rows and cells that a file leaves out are empty. */
const rowReader =
  (typed: boolean) =>
  (rows: readonly (CellValue[] | undefined)[]): TypedCell[][] =>
    Array.from(rows, (row) => Array.from(row ?? [], typed ? typedCell : cellText))
function typedCell(value: CellValue | undefined): TypedCell {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  return value instanceof Date ? value.toISOString().slice(0, 19) : cellText(value)
}

/** Reads CSV. The separator is the most frequent of comma, semicolon and tab in the first line. */
function csvSheet(file: Buffer, { rowsMost, typed }: SheetKind): TypedSheet | SheetFault {
  const { text, encoding } = decodeText(file, typed)
  if (text.includes('\0')) return 'unreadable_file'
  const [head = ''] = /^[^\r\n]*/.exec(text) ?? []
  const count = (mark: string) => head.split(mark).length
  const separator = [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] as string
  const options = {
    delimiter: separator,
    bom: true,
    relax_column_count: true,
    max_record_size: 65_536,
    to: rowsMost + 1,
  }
  return { rows: parse(text, { ...options, skip_empty_lines: false }), encoding, separator }
}

/** Unpacks each part of a zip only to count its bytes, because the sizes in the file are not trusted. */
function countUnpacked(zip: Buffer): SheetFault | null {
  const parts = zipParts(zip)
  if (typeof parts === 'string') return parts
  let left = mostUnpackedBytes
  for (const { packed, content } of parts) {
    try {
      left -= packed ? inflateRawSync(content, { maxOutputLength: Math.max(left, 1) }).length : content.length
    } catch (error) {
      return (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? 'packed_too_tight' : 'unreadable_file'
    }
    if (left <= 0) return 'packed_too_tight'
  }
  return null
}

if (import.meta.main)
  process.stdout.write(await parseSheet(await buffer(process.stdin), JSON.parse(process.argv[2] ?? '') as SheetKind))
