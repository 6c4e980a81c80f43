import * as contract from '#contract/payout-batches.ts'
import { limits } from '#contract/limits.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { fileOfBytes } from '#server/kit/files/file-of-sheet.ts'
import { preparedAndCompleted, type Before, type Handlers } from '#server/kit/handler.ts'
import { inShort, readUpload, shownBatch, takeSheet } from './batch.ts'
import { makeSome } from './make.ts'
import { findBatch, listBatches } from './queries.ts'
import { forgetReading, rememberedReadings } from './remembered.ts'
import { resultSheet } from './result-sheet.ts'

export const handlers: Handlers<typeof contract> = {
  createPayoutsFromSheet: preparedAndCompleted(contract.createPayoutsFromSheet, {
    prepare: (_before, input) => readUpload(input),
    async handle(ctx, input, _http, upload) {
      const ref = await takeSheet(ctx, upload, input)
      await noteUpload(ctx, ref)
      return { ref, name: '', base64: '' }
    },
    async complete(before, { ref }) {
      await makeMeanwhile(before, ref)
      const { name, bytes } = await apart(before, (ctx) => resultSheet(ctx, ref))
      return { ref, name, base64: bytes.toString('base64') }
    },
  }),

  uploadPayoutBatch: preparedAndCompleted(contract.uploadPayoutBatch, {
    prepare: (_before, input) => readUpload(input),
    async handle(ctx, input, _http, upload) {
      const batchId = await takeSheet(ctx, upload, input)
      await noteUpload(ctx, batchId)
      return shownBatch(ctx, batchId)
    },
    async complete(before, { batch_id: batchId }) {
      await makeMeanwhile(before, batchId)
      return apart(before, (ctx) => shownBatch(ctx, batchId))
    },
  }),

  listPayoutBatches: async (ctx) => (await listBatches(ctx)).map(inShort),
  readPayoutBatch: (ctx, { path }) => shownBatch(ctx, path.batch_id),
  listPayoutSheetReadings: (ctx) => rememberedReadings(ctx),
  async forgetPayoutSheetReading(ctx, { path }) {
    await forgetReading(ctx, path.reading_ref)
    return undefined
  },
  async readPayoutBatchResult(ctx, { path }) {
    const { name, bytes } = await resultSheet(ctx, path.batch_id)
    return fileOfBytes(name, bytes)
  },
}

async function noteUpload(ctx: Ctx, batchId: string): Promise<void> {
  const batch = await findBatch(ctx, batchId)
  if (!batch) throw new Error(`no batch ${batchId}`)
  const { file_name, dry_run, rows, valid_count, skipped_count, error_count } = batch
  ctx.auditSubject(batchId, madeAs({ file_name, dry_run, rows, valid_count, skipped_count, error_count }))
}

/** Makes what can be made while the upload waits; a job goes on with the rest. */
async function makeMeanwhile(before: Before, batchId: string): Promise<void> {
  const until = performance.now() + limits.payoutSheetWaitMs
  const isOver = () => performance.now() > until
  while (!isOver() && (await makeSome((work) => apart(before, work), batchId, isOver))) continue
}

function apart<Value>(before: Before, work: (ctx: Ctx) => Promise<Value>): Promise<Value> {
  if (!before.owner) throw new Error('a sheet of nobody')
  return before.apart(before.owner, work)
}
