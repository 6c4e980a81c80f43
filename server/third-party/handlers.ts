import * as contract from '#contract/third-party.ts'
import { Fault } from '#contract/faults.ts'
import { changesFrom, madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { exportedErrors, exportedTransactions, listErrors, listTransactions } from './list.ts'
import { deleteTransactions, findUpload, listSources, listUploads, markTakenBack } from './queries.ts'
import { readUpload, takeUpload } from './upload.ts'

export const handlers: Handlers<typeof contract> = {
  uploadThirdParty: prepared(contract.uploadThirdParty, {
    prepare: readUpload,
    async handle(ctx, { body, file }, _http, read) {
      const uploadId = await takeUpload(ctx, read, { file, dryRun: body.dry_run === 'true' })
      const upload = await existing(ctx, uploadId)
      const { source, file_name, dry_run, state: status, rows, valid, duplicates, errors } = upload
      ctx.auditSubject(uploadId, madeAs({ source, file_name, dry_run, status, rows, valid, duplicates, errors }))
      return upload
    },
  }),

  listThirdPartyUploads: listUploads,
  readThirdPartyUpload: (ctx, { path }) => existing(ctx, path.upload_id),

  async takeBackThirdPartyUpload(ctx, { path }) {
    const { upload_id, state, reconciled_at } = await existing(ctx, path.upload_id)
    if (!(await markTakenBack(ctx, upload_id)))
      throw new Fault('wrongState', { why: reconciled_at ? 'something was reconciled with it' : `it is ${state}` })
    await deleteTransactions(ctx, upload_id)
    ctx.auditSubject(upload_id, changesFrom({ status: state }, { status: 'taken_back' }))
    return existing(ctx, upload_id)
  },

  listThirdPartySources: listSources,
  listThirdPartyErrors: (ctx, { body }) => listErrors(ctx, body),
  exportThirdPartyErrors: exportedErrors,
  listThirdParty: (ctx, { body }) => listTransactions(ctx, body),
  exportThirdParty: exportedTransactions,
}

async function existing(ctx: Ctx, uploadId: string) {
  const upload = await findUpload(ctx, uploadId)
  if (!upload) throw new Fault('notFound')
  return upload
}
