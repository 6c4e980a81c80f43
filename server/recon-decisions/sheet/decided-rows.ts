import { sheetRead, type SheetField } from '#contract/recon-exception-sheets.ts'
import { withoutNeutral } from '#server/kit/files/neutral.ts'
import { excelWall } from '#server/recon-files/read/excel-days.ts'
import { openSource } from '#server/recon-files/read/open-source.ts'
import { refused } from '#server/recon-files/read/refusals.ts'
import { SourceRefused, type SourceCell } from '#server/recon-files/read/source-rows.ts'

/** What the process that reads a sheet is told: the columns by their titles, in lower case, and how many rows it may tell of. */
export interface SheetAsked {
  titles: Readonly<Record<string, SheetField>>
  most: number
}
/** A row in which something is filled in, as it stands there. */
export type FilledRow = Record<SheetField, string> & { no: number }
/** What it says: rows, then how many there are in all; or why the sheet is refused. */
export type SheetLine =
  | { filled: FilledRow[] }
  | { rows: number }
  | { refused: string; params: Record<string, string | number> }

/** The filled in rows of a sheet of exceptions, whichever program has saved it. */
export async function* decidedRows(asked: SheetAsked, file: AsyncIterable<Uint8Array>): AsyncGenerator<SheetLine> {
  try {
    yield* linesOf(asked, file)
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error
    yield { refused: error.reason, params: error.params }
  }
}

async function* linesOf({ titles, most }: SheetAsked, file: AsyncIterable<Uint8Array>): AsyncGenerator<SheetLine> {
  const { facts, rows } = await openSource(file, { sheet: 0, formulas: true })
  if (facts.format !== 'xlsx' && facts.format !== 'csv') throw refused('unreadable_file')
  let places: ReadonlyMap<SheetField, number> | null = null
  let [count, told] = [0, 0]
  for await (const some of rows) {
    const filled: FilledRow[] = []
    for (const { no, cells } of some) {
      if (!places) {
        places = placesOf(cells, titles)
        continue
      }
      if (cells.every((cell) => textOf(cell) === '')) continue
      count += 1
      const row = rowOf(no, cells, places)
      if (row) filled.push(row)
    }
    if ((told += filled.length) > most) throw new SourceRefused('too_many_decided', { most })
    if (filled.length > 0) yield { filled }
  }
  if (!places) throw refused('empty_file')
  yield { rows: count }
}

/** The titles may stand in any order, beside others. */
function placesOf(cells: readonly SourceCell[], titles: SheetAsked['titles']): ReadonlyMap<SheetField, number> {
  const places = new Map<SheetField, number>()
  for (const [place, cell] of cells.entries()) {
    const field = titles[textOf(cell).normalize('NFKC').toLowerCase()]
    if (field && !places.has(field)) places.set(field, place)
  }
  if (!places.has('sheet_key') || !places.has('sheet_act')) throw new SourceRefused('not_exceptions')
  return places
}

/** Null where nothing is filled in. */
function rowOf(no: number, cells: readonly SourceCell[], places: ReadonlyMap<SheetField, number>): FilledRow | null {
  const texts = sheetRead.map((field) => [field, textOf(cells[places.get(field) ?? -1] ?? '')] as const)
  if (texts.every(([field, text]) => field === 'sheet_key' || text === '')) return null
  return { no, ...(Object.fromEntries(texts) as Record<SheetField, string>) }
}

/** A day that a program has taken for one is written as people write it into the sheet. */
function textOf(cell: SourceCell): string {
  if (typeof cell === 'string') return withoutNeutral(cell.toWellFormed().replaceAll('\0', '').trim())
  const wall = cell.date ? excelWall(cell.number, cell.date) : cell.number
  return typeof wall === 'number' ? new Date(wall).toISOString().slice(0, 10) : cell.number
}
