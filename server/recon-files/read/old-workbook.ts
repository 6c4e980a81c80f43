import { alikeSheets, chosenSheet } from './choose-sheet.ts'
import { titlesWithin } from './find-titles.ts'
import { asRefunds } from './refund-rows.ts'
import { most, refused, checkCells } from './refusals.ts'
import type { SourceCell, SourceFacts, SourceHints, SourceRow } from './source-rows.ts'
import type { Spool } from './spool.ts'

/**
 * The rows of a workbook of Excel 97–2003, which is read whole. Its numbers are floats: they are written with the 15 digits that
 * Excel shows.
 */
export async function* oldWorkbookRows(
  file: Spool,
  hints: SourceHints,
  facts: Pick<SourceFacts, 'sheets' | 'sheet' | 'alike'>,
): AsyncGenerator<SourceRow[]> {
  if (file.size > most.oldWorkbookBytes)
    throw refused('old_workbook_too_large', { most: most.oldWorkbookBytes / 1024 / 1024 })
  const bytes = file.read(0, file.size)
  if (bytes.includes(encrypted) || hasPassword(bytes)) throw refused('locked_file')
  const { readXls } = await import('hucre')
  const { sheets } = await readXls(bytes).catch((error: unknown) => {
    throw refused(/Unsupported XLS version/.test(String(error)) ? 'workbook_too_old' : 'unreadable_file')
  })
  if (sheets.length === 0) throw refused('unreadable_file')
  facts.sheets = sheets.map(({ name, rows }) => ({ name, rows: rows.length }))
  const seen = sheets.map(({ name, rows, hidden, veryHidden }) => ({
    name,
    isHidden: hidden === true || veryHidden === true,
    rows: rows.slice(0, titlesWithin).flatMap((row) => (row?.length > 0 ? [cellsOf(row)] : [])),
  }))
  facts.sheet = chosenSheet(seen, hints, facts.sheets)
  facts.alike = alikeSheets(seen, hints)
  yield* rowsOf(sheets[facts.sheet]?.rows ?? [])
  if (hints.refundSheet !== undefined) yield* asRefunds(rowsOf(sheets[hints.refundSheet]?.rows ?? []))
}

function* rowsOf(rows: readonly (readonly Value[] | undefined)[]): Generator<SourceRow[]> {
  for (const [at, row] of rows.entries()) {
    const cells = cellsOf(row ?? [])
    if (cells.length === 0) continue
    checkCells(at + 1, cells)
    yield [{ no: at + 1, cells }]
  }
}

/** The name of the stream that holds a workbook with a password. */
const encrypted = Buffer.from('EncryptedPackage', 'utf16le')
/** The beginning of BIFF8, with its globals. */
const beginning = Buffer.from('0908100000060500', 'hex')

/** Whether a record of a password stands among the first. */
function hasPassword(bytes: Buffer): boolean {
  let at = bytes.indexOf(beginning)
  for (let record = 0; record < 12 && at >= 0 && at + 4 <= bytes.length; record++) {
    if (bytes.readUInt16LE(at) === 0x2f) return true
    at += 4 + bytes.readUInt16LE(at + 2)
  }
  return false
}

type Value = string | number | boolean | Date | null | undefined | object

function cellsOf(row: readonly Value[]): SourceCell[] {
  const cells = Array.from(row, cellOf)
  cells.length = cells.findLastIndex((cell) => cell !== '') + 1
  return cells
}
function cellOf(value: Value): SourceCell {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return Number.isFinite(value) ? { number: decimalText(value) } : ''
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (value instanceof Date) {
    const days = value.getTime() / 86_400_000 + firstOf1970
    return Number.isFinite(days) ? { number: decimalText(days), date: 1900 } : ''
  }
  return typeof value === 'string' ? value : ''
}
/** The day number of 1 January 1970, counted from the end of 1899. */
const firstOf1970 = 25_569
const decimalText = (value: number) => String(Number(value.toPrecision(15)))
