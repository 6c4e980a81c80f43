import type * as contract from '#contract/recon-rows.ts'
import { Fault } from '#contract/faults.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { exportedLeftOut, listLeftOut } from './list-left-out.ts'
import { exportedRecords, listRecords, listVersions } from './list-records.ts'
import { existingFile } from './show.ts'

export const handlers: Handlers<typeof contract> = {
  listReconRecords: (ctx, { body }) => listRecords(ctx, body),
  exportReconRecords: exportedRecords,
  listReconLeftOut: (ctx, { body }) => listLeftOut(ctx, body),
  exportReconLeftOut: exportedLeftOut,

  async listReconVersions(ctx, { path }) {
    const file = await existingFile(ctx, path.recon_id)
    const versions = /^\d{1,8}$/.test(path.row_no) ? await listVersions(ctx, file, Number(path.row_no)) : null
    if (!versions) throw new Fault('notFound')
    return versions
  },
}
