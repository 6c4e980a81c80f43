import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import { job, type Job } from '#server/kit/jobs/jobs.ts'
import { makeSome } from './make.ts'
import { emptyBatch, findBatch, listOver, listUnderWay } from './queries.ts'

const data = z.object({ merchantId: z.uuid(), environment, batchId: z.uuid() })
type Data = z.infer<typeof data>

/** Makes the rows of a sheet that its upload has not made. After a while it makes room for other jobs and goes on later. */
export const runPayoutBatch: Job<Data> = {
  kind: 'effect',
  name: 'run-payout-batch',
  data,
  parallel: 2,
  overdue: {
    key: 'batchId',
    list: async (ctx, since) => (await listUnderWay(ctx, since)).map(({ batch_id: batchId }) => ({ batchId })),
  },
  async run({ signal, transaction }, { batchId }) {
    for (let turn = 0; turn < turns; turn++)
      if (signal.aborted || !(await makeSome(transaction, batchId, () => signal.aborted))) return
    await transaction(async (ctx) => ctx.enqueue(runPayoutBatch, { batchId }))
  },
}
const turns = 10

/** Deletes what a sheet said some time after its end. The keys of the rows that it has made stay. */
export const forgetPayoutBatch: Job<Data> = job<Data>({
  name: 'forget-payout-batch',
  data,
  overdue: {
    key: 'batchId',
    list: async (ctx) => (await listOver(ctx, keptSince(ctx.now))).map(({ batch_id: batchId }) => ({ batchId })),
  },
  async work(ctx, { batchId }) {
    const batch = await findBatch(ctx, batchId, { lock: true })
    const { check, batch: since } = keptSince(ctx.now)
    if (!batch || batch.status === 'running' || batch.emptied_at) return
    if (batch.created_at < (batch.status === 'checked' ? check : since)) emptyBatch(ctx, batchId)
  },
})
const keptSince = (now: Date) => ({
  check: new Date(now.getTime() - limits.payoutCheckDays * 86_400_000),
  batch: new Date(now.getTime() - limits.payoutBatchDays * 86_400_000),
})
