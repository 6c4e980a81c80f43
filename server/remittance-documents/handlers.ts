import { Fault } from '#contract/faults.ts'
import * as contract from '#contract/remittance-documents.ts'
import { prepared, type Handlers } from '#server/kit/handler.ts'
import { findRemittance } from '#server/remittances/rows.ts'
import { addDocument, cleanFile, listDocuments, openDocument } from './documents.ts'

export const handlers: Handlers<typeof contract> = {
  async listRemittanceDocuments(ctx, { path }) {
    if (!(await findRemittance(ctx, path.settlement_ref))) throw new Fault('notFound')
    return listDocuments(ctx, path.settlement_ref)
  },

  addRemittanceDocument: prepared(contract.addRemittanceDocument, {
    prepare: (_before, { file, body }) => cleanFile(file, body.kind),
    handle: (ctx, { path, body }, _http, file) => addDocument(ctx, path.settlement_ref, body.kind, file),
  }),

  async readRemittanceDocument(ctx, { path }) {
    const found = await openDocument(ctx, path.settlement_ref, path.document_id)
    if (!found) throw new Fault('notFound')
    const { name, type, content } = found
    // Which of them was looked at; nothing of it was changed.
    ctx.auditSubject(path.settlement_ref, { document: { before: name, after: name } })
    return { name, type, data_url: `data:${type};base64,${content.toString('base64')}` }
  },
}
