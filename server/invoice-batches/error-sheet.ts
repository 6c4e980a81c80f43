import { Fault } from '#contract/faults.ts'
import { invoiceSheetAdvice } from '#contract/invoice-batches.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { numberCell, textCell } from '#server/kit/files/cells.ts'
import { bytesOfSheet, fileOfBytes } from '#server/kit/files/file-of-sheet.ts'
import { findBatch, listFailed } from './queries.ts'
import { isAdvice } from './sheet.ts'
import { faultWords } from '#server/kit/http/fault-words.ts'

/**
 * The rows of a batch's refused invoices as they stood, in their order, with a column that says what to do: mended, it is the next
 * sheet. Throws `notFound`, also where nothing was refused.
 */
export async function errorSheet(ctx: Ctx, batchId: string) {
  const batch = await findBatch(ctx, batchId)
  const failed = batch ? await listFailed(ctx, batchId, limits.invoiceSheetInvoices) : []
  if (!batch || failed.length === 0) throw new Fault('notFound')
  const width = failed
    .flatMap(({ rows }) => rows)
    .reduce((most, { cells }) => Math.max(most, cells.length), batch.head.length)
  const kept = Array.from({ length: width }, (_, at) => at).filter((at) => batch.head[at] && !isAdvice(batch.head[at]))
  const rows = failed.flatMap(({ rows: own, faults }) =>
    own.map(({ row, cells }) => [
      ...kept.map((at) => cellOf(cells[at] ?? '')),
      textCell(
        faults
          .filter((fault) => fault.row === row)
          .map((fault) => [fault.column, faultWords(fault, ctx.client.language)].filter(Boolean).join(': '))
          .join(' '),
      ),
    ]),
  )
  const name = `${batch.file_name.replace(/\.[^.]*$/, '')}-errors.xlsx`
  const titles = [...kept.map((at) => batch.head[at] ?? ''), invoiceSheetAdvice]
  return fileOfBytes(name, await bytesOfSheet('Invoices', titles, rows))
}

/** A plain number stays one, so that it can be reckoned with and a minus is not taken for a formula. */
const cellOf = (text: string) => (/^-?(0|[1-9]\d{0,14})(\.\d{1,9})?$/.test(text) ? numberCell(text) : textCell(text))
