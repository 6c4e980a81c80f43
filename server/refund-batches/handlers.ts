import * as contract from '#contract/refund-batches.ts'
import { Fault } from '#contract/faults.ts'
import { limits } from '#contract/limits.ts'
import { changesFrom, madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { ownUserId } from '#server/notifications/notify.ts'
import { checkBatch, readBatch } from './check.ts'
import { runRefundBatch } from './jobs.ts'
import { listBatches, moveBatch } from './queries.ts'
import { exportedRows, listRows } from './rows.ts'

export const refundBatchHandlers: Handlers<typeof contract> = {
  checkRefundBatch: prepared(contract.checkRefundBatch, {
    prepare: (_before, { file }) => readBatch(file),
    async handle(ctx, _input, _http, read) {
      const batchId = await checkBatch(ctx, read)
      const batch = await existing(ctx, batchId)
      const { file_name, rows, ready, invalid } = batch
      ctx.auditSubject(batchId, madeAs({ file_name, rows, ready, invalid }))
      return batch
    },
  }),

  listRefundBatches: (ctx) => listBatches(ctx),
  readRefundBatch: (ctx, { path }) => existing(ctx, path.batch_id),
  listRefundBatchRows: (ctx, { body }) => listRows(ctx, body),
  exportRefundBatchRows: exportedRows,

  async confirmRefundBatch(ctx, { path }) {
    const batch = await existing(ctx, path.batch_id)
    if (batch.ready === 0) throw new Fault('wrongState', { why: 'no row of it is valid' })
    const startsAt = new Date(ctx.now.getTime() + limits.refundBatchWindowMinutes * 60_000)
    const moved = await moveBatch(ctx, batch.batch_id, 'confirm', {
      confirmed_by: ctx.actor.name,
      confirmed_by_id: ownUserId(ctx),
      starts_at: startsAt,
    })
    if (!moved) throw new Fault('wrongState', { why: `the batch is ${batch.status}` })
    ctx.auditSubject(batch.batch_id, changesFrom({ status: batch.status }, { status: 'waiting', starts_at: startsAt }))
    ctx.enqueue(runRefundBatch, { batchId: batch.batch_id }, { after: startsAt })
    return existing(ctx, batch.batch_id)
  },

  async cancelRefundBatch(ctx, { path }) {
    const batch = await existing(ctx, path.batch_id)
    if (!(await moveBatch(ctx, batch.batch_id, 'cancel')))
      throw new Fault('wrongState', { why: `the batch is ${batch.status}` })
    ctx.auditSubject(batch.batch_id, changesFrom({ status: batch.status }, { status: 'cancelled' }))
    return undefined
  },
}

async function existing(ctx: Ctx, batchId: string) {
  const [batch] = await listBatches(ctx, batchId)
  if (!batch) throw new Fault('notFound')
  return batch
}
