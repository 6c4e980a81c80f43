import { most, refused, checkCells, hasTitles, rowsOfTitles } from './refusals.ts'
import type { SourceCell, SourceFacts, SourceHints, SourceRow } from './source-rows.ts'
import type { Spool } from './spool.ts'

/**
 * The rows of a workbook of Excel 97–2003, which is read whole. Its numbers are floats: they are written with the 15 digits that
 * Excel shows.
 */
export async function* oldWorkbookRows(
  file: Spool,
  hints: SourceHints,
  facts: Pick<SourceFacts, 'sheets' | 'sheet'>,
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
  facts.sheet = chosen(
    sheets.map(({ rows }) => rows),
    hints,
    facts.sheets,
  )
  for (const [at, row] of (sheets[facts.sheet]?.rows ?? []).entries()) {
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

function chosen(
  sheets: readonly (readonly (readonly Value[] | undefined)[])[],
  { sheet = -1, headers = [] }: SourceHints,
  facts: SourceFacts['sheets'],
): number {
  if (sheet >= sheets.length) throw refused('sheet_missing', { sheet: sheet + 1, count: sheets.length })
  if (sheet >= 0) return sheet
  const titled = sheets.flatMap((rows, at) =>
    rows.slice(0, rowsOfTitles).some((row) => hasTitles(cellsOf(row ?? []), headers)) ? [at] : [],
  )
  if (headers.length > 0 && titled.length > 1)
    throw refused('sheet_undecided', {
      sheets: titled
        .map((at) => facts[at]?.name ?? '')
        .join(', ')
        .slice(0, 200),
    })
  if (headers.length > 0 && titled[0] !== undefined) return titled[0]
  return Math.max(0, sheets.findIndex((rows) => rows.length > 0)) // prettier-ignore
}
