import type * as contract from '#contract/invoice-archives.ts'
import { madeAs } from '#server/kit/audit/audit-diff.ts'
import type { Handlers } from '#server/kit/handler.ts'
import { beginArchive, shownArchive } from './archive.ts'
import { filesOf } from './file.ts'
import { noteMoment } from './queries.ts'

export const handlers: Handlers<typeof contract> = {
  async createInvoiceArchive(ctx, { body: { invoice_refs } }) {
    const archiveId = await beginArchive(ctx, invoice_refs)
    const archive = await shownArchive(ctx, archiveId)
    const refs = [...new Set(invoice_refs)].join(', ')
    ctx.auditSubject(archiveId, madeAs({ invoices: archive.total, invoice_refs: refs }))
    return archive
  },

  readInvoiceArchive: (ctx, { path }) => shownArchive(ctx, path.archive_id),

  readInvoiceArchiveFile: {
    find: (ctx, { path }) => filesOf(ctx, path.archive_id),
    taken: async (ctx, { path }) => noteMoment(ctx, path.archive_id, 'fetched_at'),
  },
}
