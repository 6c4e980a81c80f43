import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import type { CellValue } from 'hucre'
import { readXlsx } from 'hucre/xlsx'
import type { SheetFault, SheetRow } from './read-sheet.ts'

/** The argument of this process; the file comes on standard input. */
export interface SheetKind {
  isCsv: boolean
  rowsMost: number
}

const mostEntries = 2_000
const mostUnpackedBytes = 50 * 1024 * 1024
/** Of all rows as JSON: the process that asked keeps them in memory. A full sheet has some 5 MB. */
const mostRowsBytes = 16 * 1024 * 1024

/** Reads one sheet and writes its rows, or the reason why it is refused, as JSON to standard output. */
export async function parseSheet(file: Buffer, kind: SheetKind): Promise<string> {
  const rows = JSON.stringify(await rowsOf(file, kind).catch((): SheetFault => 'unreadable_file'))
  return rows.length > mostRowsBytes ? JSON.stringify('packed_too_tight' satisfies SheetFault) : rows
}

async function rowsOf(file: Buffer, { isCsv, rowsMost }: SheetKind): Promise<SheetRow[] | SheetFault> {
  if (isCsv) return csvRows(file, rowsMost)
  if (file.subarray(0, oldFormat.length).equals(oldFormat)) return oldRows(file, rowsMost)
  const fault = countUnpacked(file)
  if (fault) return fault
  const { sheets } = await readXlsx(file, { sheets: [0], maxRows: rowsMost + 1 })
  return rowsOfCells(sheets[0]?.rows ?? [])
}

/** With what a file of Excel 97–2003 begins, whatever its name says. */
const oldFormat = Buffer.from('d0cf11e0a1b11ae1', 'hex')

async function oldRows(file: Buffer, rowsMost: number): Promise<SheetRow[]> {
  const { readXls } = await import('hucre')
  const { sheets } = await readXls(file)
  return rowsOfCells((sheets[0]?.rows ?? []).slice(0, rowsMost + 1))
}
/** Rows and cells that a file leaves out are empty. */
const rowsOfCells = (rows: readonly (CellValue[] | undefined)[]): SheetRow[] =>
  Array.from(rows, (row) => Array.from(row ?? [], cellText))

/** Reads UTF-8 CSV. The separator is the most frequent of comma, semicolon and tab in the first line. */
function csvRows(file: Buffer, rowsMost: number): SheetRow[] | SheetFault {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(file)
  if (text.includes('\0')) return 'unreadable_file'
  const head = text.slice(0, text.indexOf('\n') + 1 || undefined)
  const count = (mark: string) => head.split(mark).length
  const delimiter = [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] as string
  const options = { delimiter, bom: true, relax_column_count: true, max_record_size: 65_536, to: rowsMost + 1 }
  return parse(text, { ...options, skip_empty_lines: false })
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  // Spreadsheets reckon and show with 15 digits: the sum of 0.1 and 0.2 is 0.3.
  if (typeof value === 'number') return String(Number(value.toPrecision(15)))
  return typeof value === 'object' ? '' : String(value as string | number | boolean)
}

/** Unpacks each part of a zip only to count its bytes, because the sizes in the file are not trusted. */
function countUnpacked(zip: Buffer): SheetFault | null {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0 || end + 22 > zip.length) return 'unreadable_file'
  const entries = zip.readUInt16LE(end + 10)
  if (entries > mostEntries) return 'packed_too_tight'
  let at = zip.readUInt32LE(end + 16)
  let left = mostUnpackedBytes
  for (let entry = 0; entry < entries; entry++) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== 0x02014b50) return 'unreadable_file'
    const [method, packed, local] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)]
    if (local + 30 > zip.length) return 'unreadable_file'
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const content = zip.subarray(from, from + packed)
    if (method !== 0 && method !== 8) return 'unreadable_file'
    try {
      left -= method === 0 ? content.length : inflateRawSync(content, { maxOutputLength: Math.max(left, 1) }).length
    } catch (error) {
      return (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? 'packed_too_tight' : 'unreadable_file'
    }
    if (left <= 0) return 'packed_too_tight'
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return null
}

if (import.meta.main)
  process.stdout.write(await parseSheet(await buffer(process.stdin), JSON.parse(process.argv[2] ?? '') as SheetKind))
