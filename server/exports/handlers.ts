import type * as contract from '#contract/exports.ts'
import { Fault } from '#contract/faults.ts'
import { changesFrom, madeAs } from '#server/kit/audit/audit-diff.ts'
import { ownUser } from '#server/kit/auth/own-user.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { prefixOf } from '#server/kit/http/export.ts'
import { forgetExport } from './jobs.ts'
import { existingExport, listExports, mayHave, shownExport, stateOf } from './list.ts'
import { readParts } from './parts.ts'
import { permitted, prepareExport } from './prepare.ts'
import { endExport } from './queries.ts'
import { sourceOf } from './source-of.ts'

export const handlers: Handlers<typeof contract> = {
  async createExport(ctx, { body }) {
    const user = ownUser(ctx)
    const exportId = await prepareExport(ctx, user, body)
    const row = await existingExport(ctx, exportId)
    ctx.auditSubject(exportId, madeAs({ of: row.of, format: row.format }))
    return shownExport(ctx, user, row)
  },

  listExports: (ctx, { body }) => listExports(ctx, body),

  readExport: async (ctx, { path }) => shownExport(ctx, ownUser(ctx), await existingExport(ctx, path.export_id)),

  readExportFile: {
    async find(ctx, { path }) {
      const user = ownUser(ctx)
      const row = await existingExport(ctx, path.export_id)
      const { of, request, sub_merchant, finished_at, format, rows } = row
      if (stateOf(ctx, row) === 'expired') throw new Fault('notFound', { why: 'its time is over' })
      if (row.status !== 'ready') throw new Fault('wrongState', { why: `the export is ${row.status}` })
      // What the user could export today: the list, the merchants and the columns.
      await permitted(ctx, user, { of: of as contract.ExportCall, path: row.path, request, sub_merchant })
      if (!mayHave(ctx, user, row)) throw new Fault('denied', { why: 'role' })
      const at = finished_at ?? ctx.now
      const prefix = prefixOf(sourceOf(ctx, of).call.answer)
      return { prefix, format, at, rows, content: readParts(ctx, row) }
    },
  },

  async cancelExport(ctx, { path }) {
    const row = await existingExport(ctx, path.export_id, { lock: true })
    if (!(await endExport(ctx, row.export_id, { status: 'cancelled' })))
      throw new Fault('wrongState', { why: `the export is ${row.status}` })
    ctx.enqueue(forgetExport, { exportId: row.export_id })
    ctx.auditSubject(row.export_id, changesFrom({ status: row.status }, { status: 'cancelled' }))
    return shownExport(ctx, ownUser(ctx), await existingExport(ctx, row.export_id))
  },
}
