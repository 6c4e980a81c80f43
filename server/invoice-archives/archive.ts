import { Fault } from '#contract/faults.ts'
import type * as contract from '#contract/invoice-archives.ts'
import type { Output } from '#contract/kit/call.ts'
import { limits } from '#contract/limits.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { newId } from '#server/kit/db/id.ts'
import { ownUserId } from '#server/notifications/notify.ts'
import { runInvoiceArchive } from './jobs.ts'
import { findArchive, insertArchive, listExisting, listLeftOut, type FoundArchive } from './queries.ts'

/** Begins an archive of some invoices, each once, in the order of the request. Returns its id; throws `notFound`. */
export async function beginArchive(ctx: Ctx, invoiceRefs: readonly string[]): Promise<string> {
  const existing = await listExisting(ctx, invoiceRefs)
  if (!invoiceRefs.every((ref) => existing.has(ref))) throw new Fault('notFound')
  const archiveId = newId()
  const row = {
    archive_id: archiveId,
    status: 'running' as const,
    total: existing.size,
    created_at: ctx.now,
    created_by: ctx.actor.name,
    created_by_id: ownUserId(ctx),
    updated_at: ctx.now,
  }
  insertArchive(ctx, row, [...new Set(invoiceRefs)])
  ctx.enqueue(runInvoiceArchive, { archiveId })
  return archiveId
}

/** An archive that can still be had. Throws `notFound`. */
export async function existingArchive(ctx: Ctx, archiveId: string): Promise<FoundArchive> {
  const archive = await findArchive(ctx, archiveId)
  if (!archive || expiryOf(archive) <= ctx.now) throw new Fault('notFound')
  return archive
}

/** An archive as its calls answer it. Throws `notFound`. */
export async function shownArchive(ctx: Ctx, archiveId: string): Promise<Output<typeof contract.readInvoiceArchive>> {
  const archive = await existingArchive(ctx, archiveId)
  const { status, total, done_count: done, left_out_count: leftOut, created_at, finished_at } = archive
  return {
    archive_id: archive.archive_id,
    status,
    total,
    done,
    left_out: leftOut > 0 ? await listLeftOut(ctx, archiveId) : [],
    created_at,
    finished_at,
    expires_at: expiryOf(archive),
  }
}

const expiryOf = ({ created_at }: Pick<FoundArchive, 'created_at'>): Date =>
  new Date(created_at.getTime() + limits.invoiceArchiveDays * 86_400_000)
