import { SourceRefused } from './source-rows.ts'

/** Why a file cannot be read; each has a sentence in every language among the reasons of fields. */
export const sourceRefusals = [
  'empty_file',
  'unreadable_file',
  'packed_too_tight',
  'too_many_rows',
  'too_many_columns',
  'cell_too_long',
  'line_too_long',
  'record_too_long',
  'quote_never_ends',
  'unknown_file_format',
  'damaged_file',
  'locked_file',
  'web_page',
  'binary_workbook',
  'workbook_too_old',
  'old_workbook_too_large',
  'sheet_missing',
  'sheet_undecided',
  'archive_in_archive',
  'archive_without_file',
  'archive_of_several',
  'unknown_encoding',
  'other_encoding',
  'mixed_encoding',
  'rows_missing',
  'rows_undecided',
  'declares_document_type',
  'no_statement',
  'statement_line_unknown',
] as const
export type SourceRefusal = (typeof sourceRefusals)[number]

/** A refusal by one of the {@link sourceRefusals}. */
export const refused = (reason: SourceRefusal, params: Record<string, string | number> = {}): SourceRefused =>
  new SourceRefused(reason, params)

/** The limits of a file. */
export const most = {
  /** Of the file as it comes, and of what each level of it unpacks to. */
  bytes: 512 * 1024 * 1024,
  rows: 5_000_000,
  columns: 500,
  cellCharacters: 32_767,
  lineCharacters: 1024 * 1024,
  archiveEntries: 10_000,
  /** Of a workbook of Excel 97–2003, which is read whole. */
  oldWorkbookBytes: 32 * 1024 * 1024,
}

/** Sees that a row keeps to the limits. */
export function checkCells(no: number, cells: readonly unknown[]): void {
  if (no > most.rows) throw refused('too_many_rows')
  if (cells.length > most.columns && cells.findLastIndex((cell) => cell !== '') >= most.columns)
    throw refused('too_many_columns', { row: no, most: most.columns })
  for (const cell of cells)
    if (typeof cell === 'string' && cell.length > most.cellCharacters)
      throw refused('cell_too_long', { row: no, most: most.cellCharacters })
}
