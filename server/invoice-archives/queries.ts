import { sql, type Expression, type SqlBool } from 'kysely'
import { invoiceArchiveStates } from '#contract/invoice-archives.ts'
import { noteChange } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { inState } from '#server/kit/db/in-state.ts'
import type { OwnRow } from '#server/kit/db/own.ts'

type ArchiveRow = OwnRow<'invoice_archives'> & { archive_id: string }

/** The archive of this id; none for a text that cannot be one. */
const ofArchive = (archiveId: string): Expression<SqlBool> =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(archiveId)
    ? sql`archive_id = cast(${archiveId} as uuid)`
    : sql`false`

/** Which of some invoices the owner has. Index: primary key. */
export async function listExisting(ctx: Ctx, invoiceRefs: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.own
    .select('invoices')
    .select('invoice_ref')
    .where(sql<SqlBool>`invoice_ref = any (${invoiceRefs})`)
    .execute()
  return new Set(rows.map(({ invoice_ref }) => invoice_ref))
}

export function insertArchive(ctx: Ctx, archive: ArchiveRow, invoiceRefs: readonly string[]): void {
  ctx.write(ctx.own.insert('invoice_archives', archive))
  const { archive_id } = archive
  const items = invoiceRefs.map((invoice_ref, place) => ({ archive_id, place, invoice_ref, state: 'waiting' as const }))
  ctx.write(ctx.own.insert('invoice_archive_items', items))
}

/** An archive; undefined when absent or not the owner's. With `lock` its row is locked until the commit. Index: primary key. */
export function findArchive(ctx: Ctx, archiveId: string, { lock = false } = {}) {
  const question = ctx.own.select('invoice_archives').selectAll().where(ofArchive(archiveId))
  return (lock ? question.forUpdate() : question).executeTakeFirst()
}
export type FoundArchive = NonNullable<Awaited<ReturnType<typeof findArchive>>>

/** The next invoices of an archive that wait for their PDFs. Index: invoice_archive_items_waiting. */
export const listWaiting = (ctx: Ctx, archiveId: string, limit: number) =>
  ctx.own
    .select('invoice_archive_items')
    .select(['place', 'invoice_ref'])
    .where(ofArchive(archiveId))
    .where('state', '=', 'waiting')
    .orderBy('place')
    .limit(limit)
    .execute()

/** The files of an archive in its order, without what is in them. Index: primary key. */
export const listReady = (ctx: Ctx, archiveId: string) =>
  ctx.own
    .select('invoice_archive_items')
    .select(['place', 'invoice_ref', 'file_name', 'standing'])
    .where(ofArchive(archiveId))
    .where('state', '=', 'ready')
    .orderBy('place')
    .execute()

/** What is in a file that nobody else keeps. Index: primary key. */
export async function readOwnBytes(ctx: Ctx, archiveId: string, place: number): Promise<Buffer | undefined> {
  const found = await ctx.own
    .select('invoice_archive_items')
    .select('bytes')
    .where(ofArchive(archiveId))
    .where('place', '=', place)
    .executeTakeFirst()
  return found?.bytes ?? undefined
}

/** The invoices that are left out, in the order of the request. Indexes: primary keys. */
export async function listLeftOut(ctx: Ctx, archiveId: string) {
  const items = await ctx.own
    .select('invoice_archive_items')
    .select(['invoice_ref', 'reason'])
    .where(ofArchive(archiveId))
    .where('state', '=', 'left_out')
    .orderBy('place')
    .execute()
  const refs = items.map(({ invoice_ref }) => invoice_ref)
  const invoices = await ctx.own
    .select('invoices')
    .select(['invoice_ref', 'invoice_number', 'customer_name'])
    .where(sql<SqlBool>`invoice_ref = any (${refs})`)
    .execute()
  const named = new Map(invoices.map((invoice) => [invoice.invoice_ref, invoice]))
  return items.map((item) => ({ invoice_number: '', customer_name: '', ...named.get(item.invoice_ref), ...item }))
}

/** What became of an invoice that waited: its PDF is kept elsewhere, or is in the row, or it is left out. */
export type Ending =
  | { state: 'ready'; file_name: string; standing: 'issued' | 'voided' }
  | { state: 'ready'; file_name: string; bytes: Buffer }
  | { state: 'left_out'; reason: string }

/** Notes what became of one; false where that was noted before. */
export async function endItem(ctx: Ctx, archiveId: string, place: number, ending: Ending): Promise<boolean> {
  const ended = await ctx.own
    .update('invoice_archive_items')
    .set(ending)
    .where(ofArchive(archiveId))
    .where('place', '=', place)
    .where('state', '=', 'waiting')
    .returning('place')
    .executeTakeFirst()
  return ended !== undefined
}

/** Notes how far an archive is that the caller has locked, and ends it when nothing waits any more. */
export function countItems(
  ctx: Ctx,
  { archive_id, total }: Pick<FoundArchive, 'archive_id' | 'total'>,
  counts: Pick<FoundArchive, 'done_count' | 'left_out_count'>,
): void {
  noteChange(ctx, 'invoice_archive', archive_id)
  const { from, to } = invoiceArchiveStates.actions.finish
  const ended = counts.done_count === total ? { status: to, finished_at: ctx.now } : {}
  const set = { ...counts, ...ended, updated_at: ctx.now }
  ctx.write(ctx.own.update('invoice_archives').set(set).where(ofArchive(archive_id)).where(inState(from)))
}

/** Notes a moment of an archive, the first of its kind. */
export const noteMoment = (ctx: Ctx, archiveId: string, moment: 'fetched_at' | 'told_at'): void =>
  ctx.write(
    ctx.own
      .update('invoice_archives')
      .set({ [moment]: ctx.now })
      .where(ofArchive(archiveId))
      .where(moment, 'is', null),
  )

/** Archives under way that nothing has happened to since. Index: invoice_archives_under_way. */
export const listUnderWay = (ctx: Ctx, since: Date) =>
  idsOf(
    ctx.own
      .select('invoice_archives')
      .select('archive_id')
      .where('status', '=', 'running')
      .where('updated_at', '<', since)
      .limit(100)
      .execute(),
  )

/** Those that have ended before, and whose author has neither fetched the file nor been told. Index: invoice_archives_untold. */
export const listUntold = (ctx: Ctx, since: Date) =>
  idsOf(
    ctx.own
      .select('invoice_archives')
      .select('archive_id')
      .where('status', '=', 'done')
      .where('fetched_at', 'is', null)
      .where('told_at', 'is', null)
      .where('finished_at', '<', since)
      .limit(100)
      .execute(),
  )

/** Those that were made before. Index: invoice_archives_age. */
export const listOld = (ctx: Ctx, before: Date) =>
  idsOf(ctx.own.select('invoice_archives').select('archive_id').where('created_at', '<', before).limit(100).execute())

const idsOf = async (found: Promise<{ archive_id: string }[]>): Promise<{ archiveId: string }[]> =>
  (await found).map(({ archive_id: archiveId }) => ({ archiveId }))

export function deleteArchive(ctx: Ctx, archiveId: string): void {
  ctx.write(ctx.own.delete('invoice_archive_items').where(ofArchive(archiveId)))
  ctx.write(ctx.own.delete('invoice_archives').where(ofArchive(archiveId)))
}
