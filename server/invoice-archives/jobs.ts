import { z } from 'zod'
import { environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx, Services } from '#server/kit/ctx.ts'
import type { InTransaction } from '#server/kit/db/own-transaction.ts'
import { job, type Job } from '#server/kit/jobs/jobs.ts'
import { notify } from '#server/notifications/notify.ts'
import { askOf, drawnOf, keptOf } from './draw.ts'
import {
  countItems,
  deleteArchive,
  endItem,
  findArchive,
  listOld,
  listUnderWay,
  listUntold,
  listWaiting,
  noteMoment,
} from './queries.ts'

const data = z.object({ merchantId: z.uuid(), environment, archiveId: z.uuid() })
type Data = z.infer<typeof data>

/**
 * Draws the PDFs of an archive, a few in each round, with the mark of what became of them: whatever dies in between, the next worker
 * goes on behind the last mark. No transaction is open while a document is drawn. After a while it makes room for other jobs.
 */
export const runInvoiceArchive: Job<Data> = {
  kind: 'effect',
  name: 'run-invoice-archive',
  data,
  parallel: 2,
  overdue: { key: 'archiveId', list: listUnderWay },
  async run({ signal, services, transaction }, { archiveId }) {
    for (let round = 0; round < rounds && !signal.aborted; round++)
      if (!(await drawSome(transaction, services, archiveId))) return
    await transaction(async (ctx) => ctx.enqueue(runInvoiceArchive, { archiveId }))
  },
}
const rounds = 20
/** Invoices of one round. */
const atOnce = 5

/** Draws the next PDFs of an archive. False when it is over. */
async function drawSome(transaction: InTransaction, services: Services, archiveId: string): Promise<boolean> {
  const asked = await transaction(async (ctx) => {
    const found = []
    for (const { place, invoice_ref } of await listWaiting(ctx, archiveId, atOnce))
      found.push({ place, asked: await askOf(ctx, invoice_ref) })
    return found
  })
  if (asked.length === 0) return false
  const drawn: { place: number; drawn: Awaited<ReturnType<typeof drawnOf>> }[] = []
  for (const one of asked) drawn.push({ place: one.place, drawn: await drawnOf(one.asked, services) })
  return transaction(async (ctx) => {
    const archive = await findArchive(ctx, archiveId, { lock: true })
    if (archive?.status !== 'running') return false
    const counts = { done_count: archive.done_count, left_out_count: archive.left_out_count }
    for (const one of drawn) {
      const ending = await keptOf(ctx, one.drawn)
      if (!(await endItem(ctx, archiveId, one.place, ending))) continue
      counts.done_count += 1
      if (ending.state === 'left_out') counts.left_out_count += 1
    }
    countItems(ctx, archive, counts)
    if (counts.done_count < archive.total) return true
    ctx.enqueue(tellInvoiceArchive, { archiveId }, { after: limits.invoiceArchiveToldSeconds })
    return false
  })
}

/** Tells the author that an archive is ready, unless they have waited for it and have the file by now. */
export const tellInvoiceArchive: Job<Data> = job<Data>({
  name: 'tell-invoice-archive',
  data,
  overdue: { key: 'archiveId', list: listUntold },
  async work(ctx, { archiveId }) {
    const archive = await findArchive(ctx, archiveId, { lock: true })
    if (archive?.status !== 'done' || archive.fetched_at || archive.told_at) return
    noteMoment(ctx, archiveId, 'told_at')
    const { total, left_out_count: leftOut, created_by_id } = archive
    const facts = { archive_id: archive.archive_id, ready: String(total - leftOut), left_out: String(leftOut) }
    await notify(ctx, 'invoice_archive_done', facts, { to: created_by_id })
  },
})

/** Deletes an archive when its time is over. What was issued is kept elsewhere. */
export const forgetInvoiceArchive: Job<Data> = job<Data>({
  name: 'forget-invoice-archive',
  data,
  overdue: { key: 'archiveId', list: (ctx) => listOld(ctx, keptSince(ctx)) },
  async work(ctx, { archiveId }) {
    const archive = await findArchive(ctx, archiveId, { lock: true })
    if (archive && archive.created_at < keptSince(ctx)) deleteArchive(ctx, archiveId)
  },
})
const keptSince = ({ now }: Pick<Ctx, 'now'>) => new Date(now.getTime() - limits.invoiceArchiveDays * 86_400_000)
