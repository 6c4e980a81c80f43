import { sql, type Expression, type SqlBool } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { ThirdPartyUploadState } from '#contract/third-party.ts'
import { noteChange } from '#server/kit/audit/audit.ts'
import type { KeptMapping } from '#server/db/kept-mapping.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import type { OwnRow } from '#server/kit/db/own.ts'

/** The upload of this id; none for a text that cannot be one. */
export const ofUpload = (uploadId: string): Expression<SqlBool> =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(uploadId)
    ? sql`upload_id = cast(${uploadId} as uuid)`
    : sql`false`

const shown = [
  'upload_id', 'state', 'source', 'file_name', 'dry_run', 'rows', 'valid', 'duplicates', 'errors', 'reason', 'reason_params', 'head',
  'preview', 'mapping', 'unknown_statuses', 'created_at', 'created_by', 'finished_at', 'taken_back_at', 'taken_back_by', 'reconciled_at',
] as const // prettier-ignore

/** The latest uploads. Index: third_party_uploads_newest. */
export const listUploads = (ctx: Ctx) =>
  ctx.own
    .select('third_party_uploads')
    .select(shown)
    .orderBy('created_at', 'desc')
    .orderBy('upload_id', 'desc')
    .limit(limits.thirdPartyUploadsShown)
    .execute()

/** An upload; undefined when absent or not the owner's. With `lock` its row is locked until the commit. Index: primary key. */
export function findUpload(ctx: Ctx, uploadId: string, { lock = false } = {}) {
  const question = ctx.own.select('third_party_uploads').select([...shown, 'updated_at']).where(ofUpload(uploadId)) // prettier-ignore
  return (lock ? question.forUpdate() : question).executeTakeFirst()
}

export async function insertUpload(
  ctx: Ctx,
  upload: OwnRow<'third_party_uploads'> & { upload_id: string },
): Promise<void> {
  noteChange(ctx, 'third_party_upload', upload.upload_id)
  await ctx.own.insert('third_party_uploads', upload).execute()
}

/** What became of an upload that was being read. */
export interface Ending {
  state: Exclude<ThirdPartyUploadState, 'reading' | 'taken_back'>
  rows: number
  valid: number
  duplicates: number
  errors: number
  reason: string
  reason_params: Record<string, string | number>
  head: string[]
  preview: string[][]
  unknown_statuses: string[]
}
export async function endUpload(ctx: Ctx, uploadId: string, ending: Ending): Promise<void> {
  noteChange(ctx, 'third_party_upload', uploadId)
  const { reason_params, head, preview, unknown_statuses, ...facts } = ending
  await ctx.own
    .update('third_party_uploads')
    .set({
      ...facts,
      reason_params: JSON.stringify(reason_params),
      head: JSON.stringify(head),
      preview: JSON.stringify(preview),
      unknown_statuses: JSON.stringify(unknown_statuses),
      finished_at: ctx.now,
      updated_at: ctx.now,
    })
    .where(ofUpload(uploadId))
    .where('state', '=', 'reading')
    .execute()
}

/** Marks an upload as taken back. False when it is not loaded, or something was reconciled with it. */
export async function markTakenBack(ctx: Ctx, uploadId: string): Promise<boolean> {
  noteChange(ctx, 'third_party_upload', uploadId)
  const marked = await ctx.own
    .update('third_party_uploads')
    .set({ state: 'taken_back', taken_back_at: ctx.now, taken_back_by: ctx.actor.name, updated_at: ctx.now })
    .where(ofUpload(uploadId))
    .where('state', '=', 'loaded')
    .where('reconciled_at', 'is', null)
    .returning('upload_id')
    .executeTakeFirst()
  return marked !== undefined
}

/** Deletes the transactions that an upload has brought, some in each statement. Index: third_party_transactions_of_upload. */
export async function deleteTransactions(ctx: Ctx, uploadId: string): Promise<void> {
  const last = await ctx.own
    .select('third_party_transactions')
    .select(({ fn }) => fn.max('row_no').as('row_no'))
    .where(ofUpload(uploadId))
    .executeTakeFirst()
  for (let from = 0; from <= (last?.row_no ?? -1); from += deletedAtOnce)
    await ctx.own
      .delete('third_party_transactions')
      .where(ofUpload(uploadId))
      .where('row_no', '>=', from)
      .where('row_no', '<', from + deletedAtOnce)
      .execute()
}
const deletedAtOnce = 20_000

export const deleteUpload = async (ctx: Ctx, uploadId: string): Promise<void> =>
  void (await ctx.own.delete('third_party_uploads').where(ofUpload(uploadId)).execute())

/** How the sheets of a source were last read. Index: primary key. */
export async function findMapping(ctx: Ctx, source: string): Promise<KeptMapping | undefined> {
  const found = await ctx.own
    .select('third_party_sources')
    .select('mapping')
    .where('source', '=', source)
    .executeTakeFirst()
  return found?.mapping
}
export const listSources = (ctx: Ctx) =>
  ctx.own
    .select('third_party_sources')
    .select(['source', 'mapping'])
    .orderBy('source')
    .limit(limits.thirdPartySourcesShown)
    .execute()

export async function keepMapping(ctx: Ctx, source: string, kept: KeptMapping): Promise<void> {
  const mapping = JSON.stringify(kept)
  await ctx.own
    .insert('third_party_sources', { source, mapping, updated_at: ctx.now })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'environment', 'source'])
        .doUpdateSet({ mapping, updated_at: ctx.now }),
    )
    .execute()
} // prettier-ignore

/** Keeps a sheet for its job, a part at a time. */
export async function keepParts(ctx: Ctx, uploadId: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
  let place = 0
  for await (const part of parts)
    await ctx.own
      .insert('third_party_parts', { upload_id: uploadId, place: place++, bytes: Buffer.from(part) })
      .execute()
}
/** The same sheet again, a part at a time. */
export async function* keptParts(ctx: Ctx, uploadId: string): AsyncGenerator<Buffer> {
  for (let place = 0; ; place++) {
    const part = await ctx.own
      .select('third_party_parts')
      .select('bytes')
      .where(ofUpload(uploadId))
      .where('place', '=', place)
      .executeTakeFirst()
    if (!part) return
    yield part.bytes
  }
}
export const deleteParts = async (ctx: Ctx, uploadId: string): Promise<void> =>
  void (await ctx.own.delete('third_party_parts').where(ofUpload(uploadId)).execute())

/** Uploads that no job has read for a while. Index: third_party_uploads_under_way. */
export async function listUnderWay(ctx: Ctx, since: Date): Promise<string[]> {
  const rows = await ctx.own
    .select('third_party_uploads')
    .select('upload_id')
    .where('state', '=', sql.lit('reading'))
    .where('updated_at', '<', since)
    .limit(100)
    .execute()
  return rows.map(({ upload_id }) => upload_id)
}
/** Old uploads of which nothing was loaded. Index: third_party_uploads_newest. */
export async function listOver(ctx: Ctx, before: Date): Promise<string[]> {
  const rows = await ctx.own
    .select('third_party_uploads')
    .select('upload_id')
    .where('created_at', '<', before)
    .where('state', 'in', ['checked', 'refused'])
    .limit(100)
    .execute()
  return rows.map(({ upload_id }) => upload_id)
}

/**
 * Uploads of one merchant are loaded one after the other: two that bring the same rows in another order would wait for each other.
 * With `wait` false it does not wait for another, and answers whether it is its turn.
 */
export async function takeTurn(ctx: Ctx, { wait }: { wait: boolean }): Promise<boolean> {
  const { merchantId, environment } = ctx.owner
  const take = wait ? 'pg_advisory_xact_lock' : 'pg_try_advisory_xact_lock'
  const [row] = await ctx.tx.query<{ taken: boolean | string }>(
    `select ${take}(hashtextextended($1 || $2, ${turnLock})) as taken`,
    [merchantId, environment],
  )
  return row?.taken !== false
}
const turnLock = 7_246_351
