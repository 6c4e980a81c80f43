import { sql, type Expression, type SqlBool, type Updateable } from 'kysely'
import type { ReconFileStage, ReconFileState } from '#contract/recon-file-states.ts'
import type { Tables } from '#server/db/tables.ts'
import { noteChange } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid } from '#server/kit/db/id.ts'
import type { OwnRow } from '#server/kit/db/own.ts'

/** The file of this id; none for a text that cannot be one. */
export const ofFile = (reconId: string): Expression<SqlBool> =>
  isUuid(reconId) ? sql`recon_id = cast(${reconId} as uuid)` : sql`false`

/** A file; undefined when absent or not the owner's. With `lock` its row is locked until the commit. Index: primary key. */
export function findFile(ctx: Ctx, reconId: string, { lock = false } = {}) {
  const question = ctx.own.select('recon_files').selectAll().where(ofFile(reconId))
  return (lock ? question.forUpdate() : question).executeTakeFirst()
}
export type FoundFile = NonNullable<Awaited<ReturnType<typeof findFile>>>

/** Files are numbered, and begun, one after the other: the same bytes count once. */
export const takeFileTurn = async (ctx: Ctx): Promise<void> =>
  void (await ctx.tx.query(`select pg_advisory_xact_lock(hashtextextended($1 || $2, ${fileTurn}))`, [
    ctx.owner.merchantId,
    ctx.owner.environment,
  ]))
const fileTurn = 7_246_370

/** The number of the next file; the caller has the turn. Index: recon_files_no. */
export async function nextFileNo(ctx: Ctx): Promise<number> {
  const found = await ctx.own
    .select('recon_files')
    .select('file_no')
    .orderBy('file_no', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (found?.file_no ?? 0) + 1
}

export async function insertFile(ctx: Ctx, file: OwnRow<'recon_files'> & { recon_id: string }): Promise<void> {
  noteChange(ctx, 'recon_file', file.recon_id)
  await ctx.own.insert('recon_files', file).execute()
}

/** How many files wait or are being read. Index: recon_files_under_way. */
export async function countUnderWay(ctx: Ctx): Promise<number> {
  const found = await ctx.own
    .select('recon_files')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('status', '=', sql.lit('Initiated'))
    .executeTakeFirst()
  return Number(found?.count ?? 0)
}

/** The first file of a source with the same bytes that is loaded or being loaded. Index: recon_files_same. */
export const findSame = (ctx: Ctx, dataSource: string, digest: string) =>
  ctx.own
    .select('recon_files')
    .select(['recon_id', 'status'])
    .where('data_source', '=', dataSource)
    .where('digest', '=', digest)
    .where('begun_at', 'is not', null)
    .where('same_as', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('stage', '<>', 'withdrawing')
    .where('status', 'in', ['Initiated', 'Success'])
    .executeTakeFirst()

/** The first file that changed nothing since this one has its bytes. Index: recon_files_copies. */
export const findCopy = (ctx: Ctx, reconId: string) =>
  ctx.own
    .select('recon_files')
    .select('recon_id')
    .where('same_as', '=', reconId)
    .where('withdrawn_at', 'is', null)
    .where('status', '=', 'Success')
    .orderBy('file_no')
    .limit(1)
    .executeTakeFirst()

/** Files that have the bytes of one are noted as those of another. Index: recon_files_copies. */
export async function pointCopies(ctx: Ctx, from: string, to: string): Promise<void> {
  await ctx.own
    .update('recon_files')
    .set({ same_as: to, updated_at: ctx.now })
    .where('same_as', '=', from)
    .where('recon_id', '<>', to)
    .execute()
}

/** The file under way in whose loading another is withdrawn. Index: recon_files_under_way. */
export const findReplacing = (ctx: Ctx, reconId: string) =>
  ctx.own
    .select('recon_files')
    .select('recon_id')
    .where('replaces', '=', reconId)
    .where('status', '=', 'Initiated')
    .limit(1)
    .executeTakeFirst()

/** What an update changes of a file. */
export type FileChanges = Omit<
  Updateable<Tables['recon_files']>,
  'merchant_id' | 'environment' | 'file_no' | 'recon_id' | 'digest' | 'created_at' | 'created_by' | 'way'
>

/** Changes a file in one of some states; false where it is in another. */
export async function changeFile(
  ctx: Ctx,
  reconId: string,
  from: readonly ReconFileState[],
  changes: FileChanges,
): Promise<boolean> {
  noteChange(ctx, 'recon_file', reconId)
  const changed = await ctx.own
    .update('recon_files')
    .set({ ...changes, updated_at: ctx.now })
    .where(ofFile(reconId))
    .where('status', 'in', from)
    .returning('recon_id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Says how far the reading of a file is. */
export function noteProgress(
  ctx: Ctx,
  reconId: string,
  { stage, rows, bytes }: { stage: ReconFileStage; rows: number; bytes: number },
): void {
  noteChange(ctx, 'recon_file', reconId)
  const set = { stage, rows_read: rows, bytes_read: BigInt(bytes), updated_at: ctx.now }
  ctx.write(ctx.own.update('recon_files').set(set).where(ofFile(reconId)).where('status', '=', 'Initiated'))
}

/** What a file proves, in the order in which it was found. Index: primary key. */
export const listProofs = (ctx: Ctx, reconId: string, reading: number) =>
  ctx.own
    .select('recon_proofs')
    .select([
      'kind', 'batch', 'account', 'currency', 'name', 'state', 'computed', 'stated', 'difference', 'remainder', 'lines', 'broken_at', 'parts',
    ])
    .where('recon_id', '=', reconId)
    .where('reading', '=', reading)
    .orderBy('place')
    .execute() // prettier-ignore

/** Files that no job has worked at for a while. Index: recon_files_under_way. */
export async function listUnderWay(ctx: Ctx, since: Date): Promise<{ reconId: string }[]> {
  const rows = await ctx.own
    .select('recon_files')
    .select('recon_id')
    .where(sql<SqlBool>`(status = 'Initiated' or stage = 'withdrawing')`)
    .where('updated_at', '<', since)
    .limit(100)
    .execute()
  return rows.map(({ recon_id }) => ({ reconId: recon_id }))
}

/** Files whose originals have been kept long enough. Index: recon_files_newest. */
export async function listOutlived(ctx: Ctx, before: Date): Promise<{ reconId: string }[]> {
  const rows = await ctx.own
    .select('recon_files')
    .select('recon_id')
    .where('created_at', '<', before)
    .where('parts', '>', 0)
    .limit(100)
    .execute()
  return rows.map(({ recon_id }) => ({ reconId: recon_id }))
}
