import { sql, type Expression, type SqlBool } from 'kysely'
import { limits } from '#contract/limits.ts'
import { payoutBatchStates } from '#contract/payout-batches.ts'
import type { KeptSheetReading } from '#server/db/kept-payout-sheet.ts'
import { noteChange } from '#server/kit/audit/audit.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { isUuid } from '#server/kit/db/id.ts'
import { inState } from '#server/kit/db/in-state.ts'
import type { OwnRow } from '#server/kit/db/own.ts'

export type BatchRow = OwnRow<'payout_batches'> & { batch_id: string }
export type SheetRow = OwnRow<'payout_batch_rows'>

/** The batch of this id; none for a text that cannot be one. */
const ofBatch = (batchId: string): Expression<SqlBool> =>
  isUuid(batchId) ? sql`batch_id = cast(${batchId} as uuid)` : sql`false`

/** What rows of this very file have made, by their keys as hex. Index: payout_batch_rows_made. */
export async function listMadeByKey(ctx: Ctx, keys: readonly Buffer[]): Promise<Map<string, string>> {
  const rows = await ctx.own
    .select('payout_batch_rows')
    .select(['row_key', 'txn_ref'])
    .where('state', '=', sql.lit('created'))
    .where(sql<SqlBool>`row_key = any (${keys})`)
    .execute()
  return new Map(rows.map(({ row_key, txn_ref }) => [row_key.toString('hex'), txn_ref]))
}
/** Which of some references are payouts of the owner. Index: primary key. */
export async function listPayoutRefs(ctx: Ctx, refs: readonly string[]): Promise<Set<string>> {
  if (refs.length === 0) return new Set()
  const rows = await ctx.own
    .select('payouts')
    .select('txn_ref')
    .where(sql<SqlBool>`txn_ref = any (${refs})`)
    .execute()
  return new Set(rows.map(({ txn_ref }) => txn_ref))
}

/** How a sheet with these titles was last read. Index: primary key. */
export async function findReading(ctx: Ctx, headDigest: Buffer): Promise<KeptSheetReading | undefined> {
  const found = await ctx.own
    .select('payout_sheet_readings')
    .select('reading')
    .where('head_digest', '=', headDigest)
    .executeTakeFirst()
  return found?.reading
}
export async function keepReading(
  ctx: Ctx,
  headDigest: Buffer,
  kept: { titles: readonly string[]; reading: KeptSheetReading },
): Promise<void> {
  const row = { titles: JSON.stringify(kept.titles), reading: JSON.stringify(kept.reading), updated_at: ctx.now }
  await ctx.own
    .insert('payout_sheet_readings', { head_digest: headDigest, ...row })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'environment', 'head_digest']).doUpdateSet(row))
    .execute()
}

/** How sheets are read, the latest first. Index: primary key. */
export const listReadings = (ctx: Ctx) =>
  ctx.own
    .select('payout_sheet_readings')
    .select(['head_digest', 'titles', 'reading', 'updated_at'])
    .orderBy('updated_at', 'desc')
    .limit(limits.payoutBatchesShown)
    .execute()

/** Forgets how sheets with these titles are read; undefined where none is kept. */
export const deleteReading = (ctx: Ctx, headDigest: Buffer) =>
  ctx.own
    .delete('payout_sheet_readings')
    .where('head_digest', '=', headDigest)
    .returning(['titles', 'reading'])
    .executeTakeFirst()

export function insertBatch(ctx: Ctx, batch: BatchRow, rows: readonly SheetRow[]): void {
  noteChange(ctx, 'payout_batch', batch.batch_id)
  ctx.write(ctx.own.insert('payout_batches', batch))
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    ctx.write(ctx.own.insert('payout_batch_rows', rows.slice(from, from + rowsAtOnce)))
}
/** Of one statement, which takes 65,535 values. */
const rowsAtOnce = 1_000

/** A batch; undefined when absent or not the owner's. With `lock` its row is locked until the commit. Index: primary key. */
export function findBatch(ctx: Ctx, batchId: string, { lock = false } = {}) {
  const question = ctx.own.select('payout_batches').selectAll().where(ofBatch(batchId))
  return (lock ? question.forUpdate() : question).executeTakeFirst()
}
export type FoundBatch = NonNullable<Awaited<ReturnType<typeof findBatch>>>

/** The latest batches. Index: payout_batches_newest. */
export const listBatches = (ctx: Ctx) =>
  ctx.own
    .select('payout_batches')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('batch_id', 'desc')
    .limit(limits.payoutBatchesShown)
    .execute()

/** The next rows that wait to be made, in the order of the sheet. Index: payout_batch_rows_waiting. */
export const listWaiting = (ctx: Ctx, batchId: string, most: number) =>
  ctx.own
    .select('payout_batch_rows')
    .selectAll()
    .where(ofBatch(batchId))
    .where('state', '=', sql.lit('valid'))
    .orderBy('row_no')
    .limit(most)
    .execute()
/** Rows of a batch in the order of the sheet. Index: primary key. */
export const listRows = (ctx: Ctx, batchId: string, of: { errors?: true; most: number }) =>
  ctx.own
    .select('payout_batch_rows')
    .selectAll()
    .where(ofBatch(batchId))
    .$if(of.errors === true, (query) => query.where('state', '=', 'error'))
    .orderBy('row_no')
    .limit(of.most)
    .execute()
export type FoundRow = Awaited<ReturnType<typeof listRows>>[number]

/** Whether nothing has become of a row yet. */
export async function isWaiting(ctx: Ctx, row: Pick<FoundRow, 'batch_id' | 'row_no'>): Promise<boolean> {
  const found = await ctx.own
    .select('payout_batch_rows')
    .select('state')
    .where(ofBatch(row.batch_id))
    .where('row_no', '=', row.row_no)
    .executeTakeFirst()
  return found?.state === 'valid'
}
type RowEnding =
  | { state: 'created' | 'skipped'; txn_ref: string }
  | { state: 'error'; field: string; reason: string; params: string }
/** What became of a row that waited. False where something has become of it before. */
export async function endRow(
  ctx: Ctx,
  row: Pick<FoundRow, 'batch_id' | 'row_no'>,
  ending: RowEnding,
): Promise<boolean> {
  const ended = await ctx.own
    .update('payout_batch_rows')
    .set(ending)
    .where(ofBatch(row.batch_id))
    .where('row_no', '=', row.row_no)
    .where('state', '=', sql.lit('valid'))
    .returning('row_no')
    .executeTakeFirst()
  return ended !== undefined
}

/** Counts a row of a running batch, which the caller has locked, from waiting to what became of it. */
export async function countRow(
  ctx: Ctx,
  batch: FoundBatch,
  state: RowEnding['state'],
  totals: FoundBatch['totals'],
): Promise<void> {
  noteChange(ctx, 'payout_batch', batch.batch_id)
  const count = `${state}_count` as const
  await ctx.own
    .update('payout_batches')
    .set({
      [count]: batch[count] + 1,
      valid_count: batch.valid_count - 1,
      totals: JSON.stringify(totals),
      updated_at: ctx.now,
    })
    .where(ofBatch(batch.batch_id))
    .execute()
}

/** Ends a batch of which no row waits; false where it has ended before. */
export async function finishBatch(ctx: Ctx, batchId: string): Promise<boolean> {
  noteChange(ctx, 'payout_batch', batchId)
  const { from, to } = payoutBatchStates.actions.finish
  const row = await ctx.own
    .update('payout_batches')
    .set({ status: to, finished_at: ctx.now, updated_at: ctx.now })
    .where(ofBatch(batchId))
    .where(inState(from))
    .where('valid_count', '=', 0)
    .returning('batch_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Batches under way that nothing has happened to since. Index: payout_batches_under_way. */
export const listUnderWay = (ctx: Ctx, since: Date) =>
  ctx.own
    .select('payout_batches')
    .select('batch_id')
    .where('status', '=', sql.lit('running'))
    .where('updated_at', '<', since)
    .limit(100)
    .execute()
/** Checks that are old, and batches that are over for long. Index: payout_batches_kept. */
export const listOver = (ctx: Ctx, before: { check: Date; batch: Date }) =>
  ctx.own
    .select('payout_batches')
    .select('batch_id')
    .where('emptied_at', 'is', null)
    .where('status', '<>', sql.lit('running'))
    .where('created_at', '<', before.check)
    .where((of) => of.or([of('status', '=', sql.lit('checked')), of('created_at', '<', before.batch)]))
    .limit(100)
    .execute()

/** Deletes what a batch says. Of rows that were made their keys stay, so that none is made twice. */
export function emptyBatch(ctx: Ctx, batchId: string): void {
  const emptied = { head: '[]', reading: '{"columns":{},"defaults":{}}', emptied_at: ctx.now, updated_at: ctx.now }
  ctx.write(ctx.own.delete('payout_batch_rows').where(ofBatch(batchId)).where('state', '<>', sql.lit('created')))
  ctx.write(
    ctx.own
      .update('payout_batch_rows')
      .set({ cells_sealed: Buffer.alloc(0) })
      .where(ofBatch(batchId)),
  )
  ctx.write(ctx.own.update('payout_batches').set(emptied).where(ofBatch(batchId)))
}
