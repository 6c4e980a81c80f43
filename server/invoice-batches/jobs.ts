import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { job, type Job } from '#server/kit/jobs/jobs.ts'
import { notify } from '#server/notifications/notify.ts'
import { checkInvoices } from './check.ts'
import { makeInvoices, type Totals } from './make.ts'
import {
  countItems,
  deleteBatch,
  endItem,
  findBatch,
  finishBatch,
  listOver,
  listUnderWay,
  listWaiting,
  type FoundBatch,
} from './queries.ts'
import { columnsOf } from './sheet.ts'

const data = z.object({ merchantId: z.uuid(), environment, batchId: z.uuid() })
type Data = z.infer<typeof data>

/**
 * Makes the invoices of a large sheet, some in each transaction, with the mark of what became of them: whatever dies in between, none
 * is made twice and none is left out. After a while it makes room for other jobs and goes on later. One that is refused by now, as
 * its number was taken meanwhile, is marked and left.
 */
export const runInvoiceBatch: Job<Data> = {
  kind: 'effect',
  name: 'run-invoice-batch',
  data,
  parallel: 2,
  overdue: {
    key: 'batchId',
    list: async (ctx, since) => (await listUnderWay(ctx, since)).map((batchId) => ({ batchId })),
  },
  async run({ signal, transaction }, { batchId }) {
    for (let turn = 0; turn < turns && !signal.aborted; turn++)
      if (!(await transaction((ctx) => makeSome(ctx, batchId)))) return
    await transaction(async (ctx) => ctx.enqueue(runInvoiceBatch, { batchId }))
  },
}
const turns = 40
/** Invoices of one transaction. */
const atOnce = 50

/** Makes the next invoices of a batch. False when it is over. */
async function makeSome(ctx: Ctx, batchId: string): Promise<boolean> {
  const batch = await findBatch(ctx, batchId, { lock: true })
  if (batch?.status !== 'running') return false
  const waiting = await listWaiting(ctx, batchId, atOnce)
  if (waiting.length === 0) {
    await finish(ctx, batch)
    return false
  }
  const by = ctx.with({ actor: { kind: 'user', id: null, name: batch.created_by } })
  const { created_by, created_by_id } = batch
  const checked = await checkInvoices(by, columnsOf(batch.head), waiting, { created_by, created_by_id })
  const endings = await makeInvoices(by, checked)
  const counts = { made_count: batch.made_count, known_count: batch.known_count, failed_count: batch.failed_count }
  const totals: Totals = { ...batch.totals }
  for (const { place, currency, amount_minor } of waiting) {
    const ending = endings.get(place)
    if (!ending) throw new Error(`nothing became of invoice ${place} of batch ${batchId}`)
    endItem(ctx, batchId, place, ending)
    counts[`${ending.state}_count`] += 1
    if (ending.state === 'failed' && currency)
      totals[currency] = (BigInt(totals[currency] ?? '0') - (amount_minor ?? 0n)).toString()
  }
  countItems(ctx, batchId, { ...counts, totals })
  return true
}

/** What was made is in the audit log as one act, since one person has uploaded it all. */
async function finish(ctx: Ctx, batch: FoundBatch): Promise<void> {
  const { batch_id, file_name, made_count, failed_count, created_by, created_by_id } = batch
  if (!(await finishBatch(ctx, batch_id))) return
  const changes = madeAs({ made: made_count, failed: failed_count, created_by })
  writeAudit(ctx, { action: 'invoice.bulk-end', objectRef: batch_id, result: 'done', changes })
  const facts = { batch_id, file_name, made: String(made_count), failed: String(failed_count) }
  await notify(ctx, 'invoice_batch_done', facts, { to: created_by_id })
}

/** Deletes what a sheet said some months after its end. The keys of the invoices that it has made stay, so that none is made twice. */
export const forgetInvoiceBatch: Job<Data> = job<Data>({
  name: 'forget-invoice-batch',
  data,
  overdue: {
    key: 'batchId',
    list: async (ctx) => (await listOver(ctx, keptSince(ctx.now))).map((batchId) => ({ batchId })),
  },
  async work(ctx, { batchId }) {
    const batch = await findBatch(ctx, batchId, { lock: true })
    if (batch && batch.status !== 'running' && batch.updated_at < keptSince(ctx.now)) deleteBatch(ctx, batchId)
  },
})
const keptSince = (now: Date) => new Date(now.getTime() - limits.invoiceBatchDays * 86_400_000)
