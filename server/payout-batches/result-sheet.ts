import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { payoutResultColumns, resultBegin } from '#contract/payout-sheet.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { emptyCell, numberCell, textCell, type Cell } from '#server/kit/files/cells.ts'
import { bytesOfSheet } from '#server/kit/files/file-of-sheet.ts'
import type { TypedCell } from '#server/kit/files/read-sheet.ts'
import { cellText } from '#server/kit/files/sheet-cells.ts'
import { faultWords } from '#server/kit/http/fault-words.ts'
import { cellsOpener } from './cells.ts'
import { cellTextOf } from './lines.ts'
import { findBatch, listRows } from './queries.ts'

/**
 * The sheet as it was uploaded, each row in its place, with what became of it. Mended, it is the next sheet: rows that were made are
 * passed over by their references. Throws `notFound`, also where its rows were deleted.
 */
export async function resultSheet(ctx: Ctx, batchId: string): Promise<{ name: string; bytes: Buffer }> {
  const batch = await findBatch(ctx, batchId)
  if (!batch || batch.emptied_at) throw new Fault('notFound')
  const found = await listRows(ctx, batchId, { most: limits.payoutSheetRows })
  const open = await cellsOpener(ctx)
  const width = resultBegin(batch.head)
  const rows: Cell[][] = []
  for (const row of found) {
    while (rows.length < row.row_no - 2) rows.push([])
    const cells = open(row)
    const reason = row.reason && faultWords(row, ctx.client.language)
    rows.push([
      ...Array.from({ length: width }, (_, at) => cellOf(cells[at] ?? '')),
      ...[row.state, row.field, reason, row.txn_ref].map(textCell),
    ])
  }
  const titles = [...batch.head.slice(0, width), ...payoutResultColumns]
  const name = `${batch.file_name.replace(/\.[^.]*$/, '').replaceAll(/[^\w .-]+/g, '_')}-result.xlsx`
  return { name, bytes: await bytesOfSheet('Payouts', titles, rows) }
}

/** A number stays one; a text that a spreadsheet might evaluate is kept from it. */
function cellOf(cell: TypedCell): Cell {
  if (typeof cell === 'number') return numberCell(cellText(cell))
  const text = cellTextOf(cell)
  return text === '' ? emptyCell : textCell(text)
}
