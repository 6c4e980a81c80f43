import type { UploadedFile } from '#contract/kit/file.ts'
import { Fault, fieldFault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { refundSheetColumns } from '#contract/refund-batches.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { readSheet } from '#server/kit/files/read-sheet.ts'
import { checkLines, linesOf, type SheetLine } from './check-rows.ts'
import { findTargets, insertBatch, listDoneKeys } from './queries.ts'

/** A sheet that was read, before the database is asked about it. */
export interface ReadBatch {
  fileName: string
  lines: SheetLine[]
}

/** Reads an upload's lines; no connection to the database is held meanwhile. Throws `invalidFile`. */
export async function readBatch(file: UploadedFile): Promise<ReadBatch> {
  const bytes = await file.bytes()
  const rows = await readSheet({ name: file.name, bytes, rowsMost: limits.refundBatchRows + 1 }, 'file')
  const lines = linesOf(rows, bytes)
  if (!lines) {
    const columns = refundSheetColumns.join(', ')
    const text = `The first row must name the columns: ${columns}.`
    throw new Fault('invalidFile', { errors: [{ path: 'file', reason: 'wrong_columns', params: { columns }, text }] })
  }
  if (lines.length === 0) throw fieldFault('invalidFile', 'file', 'empty_file', 'There is no row in it.')
  return { fileName: file.name, lines }
}

/** Checks each line against the payments as they are now and keeps the batch, to be confirmed. Returns its id. */
export async function checkBatch(ctx: Ctx, { fileName, lines }: ReadBatch): Promise<string> {
  const references = [...new Set(lines.map(({ reference }) => reference))]
  const [targets, done] = await Promise.all([
    findTargets(ctx, references),
    listDoneKeys(
      ctx,
      lines.map(({ key }) => key),
    ),
  ])
  const batchId = newId()
  await insertBatch(ctx, { batchId, fileName, lines: checkLines(lines, { targets, done }) })
  return batchId
}
