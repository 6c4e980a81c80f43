import { z } from 'zod'
import { Fault } from '#contract/faults.ts'
import { environment } from '#contract/kit/wire.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Job } from '#server/kit/jobs/jobs.ts'
import { notify } from '#server/notifications/notify.ts'
import { startRefund } from '#server/refunds/start.ts'
import { endRow, listBatches, listDue, moveBatch, takeNextRow } from './queries.ts'

const data = z.object({ merchantId: z.uuid(), environment, batchId: z.uuid() })
type Data = z.infer<typeof data>

/**
 * Refunds the valid rows of a batch whose time has come, in the order of the sheet: each row in a transaction of its own
 * with its mark, so that a row is refunded once whatever dies in between. After a while it makes room for other jobs and
 * goes on later. A row that is refused by now is marked and left; the others go on.
 */
export const runRefundBatch: Job<Data> = {
  kind: 'effect',
  name: 'run-refund-batch',
  data,
  parallel: 4,
  overdue: { key: 'batchId', list: async (ctx, since) => (await listDue(ctx, since)).map((batchId) => ({ batchId })) },
  async run({ signal, transaction }, { batchId }) {
    await transaction((ctx) => moveBatch(ctx, batchId, 'run'))
    for (let done = 0; done < rowsAtOnce; done++) {
      if (signal.aborted) break
      if (!(await transaction((ctx) => refundRow(ctx, batchId)))) {
        await transaction((ctx) => finish(ctx, batchId))
        return
      }
    }
    await transaction(async (ctx) => ctx.enqueue(runRefundBatch, { batchId }))
  },
}
const rowsAtOnce = 200

/** The refunds are in the audit log as one act, since one person has confirmed them all. */
async function finish(ctx: Ctx, batchId: string): Promise<void> {
  const moved = await moveBatch(ctx, batchId, 'finish', { finished_at: ctx.now })
  const [batch] = moved ? await listBatches(ctx, batchId) : []
  if (!batch) return
  const { file_name, asked, failed, confirmed_by } = batch
  const changes = madeAs({ asked, failed, confirmed_by })
  writeAudit(ctx, { action: 'refund-batch.run', objectRef: batchId, result: 'done', changes })
  const facts = { batch_id: batchId, file_name, asked: String(asked), failed: String(failed) }
  await notify(ctx, 'refund_batch_done', facts, { to: moved?.confirmed_by_id })
}

/** False when no row is left, or the batch is not to run. */
async function refundRow(ctx: Ctx, batchId: string): Promise<boolean> {
  const row = await takeNextRow(ctx, batchId)
  if (!row) return false
  const by = ctx.with({ actor: { kind: 'user', id: null, name: row.confirmed_by } })
  const wish = { orderRef: row.order_ref, currency: row.currency || undefined, reason: row.reason, note: row.note }
  try {
    const whole = row.amount_text === '' ? ('full' as const) : ('partial' as const)
    const refund_id = await startRefund(by, { ...wish, type: whole, amount: row.amount_minor ?? undefined })
    await endRow(ctx, { batchId, rowRef: row.row_ref }, { state: 'asked', refund_id })
  } catch (error) {
    // A fault comes before anything is written, so the transaction goes on.
    if (!(error instanceof Fault)) throw error
    const [why] = error.errors ?? []
    await endRow(
      ctx,
      { batchId, rowRef: row.row_ref },
      {
        state: 'failed',
        fault: {
          column: why?.path === 'amount' || why?.path === 'currency' ? why.path : '',
          fault: why?.reason ?? 'not_refundable',
          params: why?.params ?? {},
        },
      },
    )
  }
  return true
}
