import { csvReader } from './csv-records.ts'

/** A row of a table by the names of its columns, with the line where it stands in the file, for messages. */
export interface TableRow {
  line: number
  cells: Readonly<Record<string, string>>
}

const longestRecord = 100_000

/**
 * Reads a CSV with a header, in UTF-8, for a tool of the operator. Names of columns are compared in lower case, and columns that
 * nobody asked for are left out; empty lines are skipped. Throws, with words for the operator, without the columns.
 */
export function csvTable(text: string, columns: readonly string[]): TableRow[] {
  const reader = csvReader(',', longestRecord)
  const [header = [], ...records] = [...reader.take(text.replace(/^\uFEFF/, '')), ...reader.end()]
  const names = header.map((name) => name.trim().toLowerCase())
  const missing = columns.filter((column) => !names.includes(column))
  if (missing.length > 0) throw new Error(`The first line lacks ${missing.join(', ')}.`)
  return records.flatMap((record, at) => {
    if (record.every((cell) => cell.trim() === '')) return []
    const cells = Object.fromEntries(columns.map((column) => [column, (record[names.indexOf(column)] ?? '').trim()]))
    return [{ line: at + 2, cells }]
  })
}
