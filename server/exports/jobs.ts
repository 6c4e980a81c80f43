import { z } from 'zod'
import { Fault } from '#contract/faults.ts'
import { environment } from '#contract/kit/wire.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { Job } from '#server/kit/jobs/jobs.ts'
import { timeouts } from '#server/kit/timeouts.ts'
import { exporterOf } from './exporter.ts'
import { dropParts, everyRun } from './parts.ts'
import { beginRun, deleteExport, endExport, findExport, listExpired, listOld, listUnderWay } from './queries.ts'
import { ExportFailed, writeExport } from './run.ts'
import { tellFailed } from './tell.ts'

const data = z.object({ merchantId: z.uuid(), environment, exportId: z.string() })
type Data = z.infer<typeof data>

/**
 * Prepares one export. A worker that dies leaves nothing that could be had: the next run begins anew, with rows of its own
 * moment, and drops the parts of the one before.
 */
export const runExport: Job<Data> = {
  kind: 'effect',
  name: 'run-export',
  data,
  parallel: 2,
  longestSeconds: timeouts.exportMs / 1_000 + 60,
  overdue: { key: 'exportId', list: listUnderWay },
  async run(parts, { exportId }) {
    const { transaction } = parts
    const begun = await transaction(async (ctx) => {
      const row = await beginRun(ctx, exportId)
      return row && { row, user: await exporterOf(ctx, row.created_by_id) }
    })
    if (!begun) return
    const { row, user } = begun
    while (await transaction((ctx) => dropParts(ctx, { exportId, run: row.run })));
    try {
      if (!user) throw new ExportFailed('no_right')
      if (row.run > limits.exportRuns) throw new ExportFailed('internal')
      if (await writeExport(parts, row, user)) await transaction(async (ctx) => planEnd(ctx, exportId))
    } catch (error) {
      const reason = reasonOf(error)
      if (!reason) throw error
      parts.services.log.warn({ err: error, export_id: exportId }, 'an export failed')
      await transaction(async (ctx) => {
        if (await endExport(ctx, exportId, { status: 'failed', reason })) await tellFailed(ctx, row)
      })
      while (await transaction((ctx) => dropParts(ctx, { exportId, run: everyRun })));
    }
  },
}

/** What is certain not to succeed later; null for what may. */
function reasonOf(error: unknown) {
  if (error instanceof ExportFailed) return error.reason
  if (!(error instanceof Fault)) return null
  if (error.fault === 'denied') return 'no_right'
  return error.fault === 'notFound' ? 'gone' : 'internal'
}

/** The job that ends a file when its time is over. */
const planEnd = (ctx: Ctx, exportId: string): void =>
  ctx.enqueue(forgetExport, { exportId }, { after: limits.exportDays * 86_400 })

/**
 * Takes the parts of a file away, a few in each transaction, when its time is over or it was cancelled; later also its row.
 * From the moment of its end on nobody can have it, whenever this job comes.
 */
export const forgetExport: Job<Data> = {
  kind: 'effect',
  name: 'forget-export',
  data,
  overdue: {
    key: 'exportId',
    list: async (ctx) => [...(await listExpired(ctx)), ...(await listOld(ctx, listedSince(ctx)))],
  },
  async run({ transaction }, { exportId }) {
    const over = await transaction(async (ctx) => {
      const row = await findExport(ctx, exportId, { lock: true })
      if (row?.status === 'ready' && row.expires_at && row.expires_at <= ctx.now)
        return endExport(ctx, exportId, { status: 'expired' })
      return row !== undefined && !['queued', 'running', 'ready'].includes(row.status)
    })
    if (!over) return
    while (await transaction((ctx) => dropParts(ctx, { exportId, run: everyRun })));
    await transaction(async (ctx) => {
      const row = await findExport(ctx, exportId, { lock: true })
      if (row && row.created_at < listedSince(ctx)) deleteExport(ctx, exportId)
    })
  },
}
const listedSince = ({ now }: Pick<Ctx, 'now'>) => new Date(now.getTime() - limits.exportListedDays * 86_400_000)
