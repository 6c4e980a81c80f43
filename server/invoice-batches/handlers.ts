import * as contract from '#contract/invoice-batches.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { shownBatch, takeSheet } from './batch.ts'
import { errorSheet } from './error-sheet.ts'
import { sampleSheet } from './sample-sheet.ts'
import { readInvoiceSheet } from './sheet.ts'

export const handlers: Handlers<typeof contract> = {
  createInvoicesFromSheet: prepared(contract.createInvoicesFromSheet, {
    prepare: (_before, { file }) => readInvoiceSheet(file),
    async handle(ctx, { body }, _http, sheet) {
      const batchId = await takeSheet(ctx, sheet, { dryRun: body.dry_run === 'true' })
      const batch = await shownBatch(ctx, batchId)
      const { file_name, dry_run, invoices, success_count, failed_count } = batch
      ctx.auditSubject(batchId, madeAs({ file_name, dry_run, invoices, success_count, failed_count }))
      return batch
    },
  }),

  readInvoiceBatch: (ctx, { path }) => shownBatch(ctx, path.batch_id),

  readInvoiceErrorSheet: (ctx, { path }) => errorSheet(ctx, path.batch_id),

  readInvoiceSampleSheet: (ctx) => sampleSheet(ctx),
}
