import { sql, type Expression, type SqlBool } from 'kysely'
import { invoiceBatchStates } from '#contract/invoice-batches.ts'
import { noteChange } from '#server/kit/audit/audit.ts'
import type { KeptSheetFault as SheetFault } from '#server/db/kept-invoice.ts'
import type { Ctx } from '#server/kit/ctx.ts'
import { inState } from '#server/kit/db/in-state.ts'
import type { OwnRow } from '#server/kit/db/own.ts'

export type BatchRow = OwnRow<'invoice_batches'>
export type ItemRow = OwnRow<'invoice_batch_items'>

/** Which rows have made an invoice, by their keys as hex. Index: invoice_batch_items_made. */
export async function listMadeKeys(ctx: Ctx, keys: readonly Buffer[]): Promise<Set<string>> {
  const rows = await ctx.own
    .select('invoice_batch_items')
    .select('source_key')
    .where('state', '=', sql.lit('made'))
    .where(sql<SqlBool>`source_key = any (${keys})`)
    .execute()
  return new Set(rows.map(({ source_key }) => source_key.toString('hex')))
}

/** Which of some numbers an invoice has, as its number or as its reference. Indexes: invoices_number, invoices_order. */
export async function listTakenNumbers(ctx: Ctx, numbers: readonly string[]): Promise<Set<string>> {
  const having = (column: 'invoice_number' | 'merchant_invoice_ref') =>
    ctx.own
      .select('invoices')
      .select(`${column} as taken`)
      .where(column, '<>', sql.lit(''))
      .where(sql<SqlBool>`${sql.ref(column)} = any (${numbers})`)
      .execute()
  const found = await Promise.all([having('invoice_number'), having('merchant_invoice_ref')])
  return new Set(found.flat().map(({ taken }) => taken))
}

export function insertBatch(ctx: Ctx, batch: BatchRow & { batch_id: string }, items: readonly ItemRow[]): void {
  noteChange(ctx, 'invoice_batch', batch.batch_id)
  ctx.write(ctx.own.insert('invoice_batches', batch))
  for (let from = 0; from < items.length; from += itemsAtOnce)
    ctx.write(ctx.own.insert('invoice_batch_items', items.slice(from, from + itemsAtOnce)))
}
/** Of one statement, which takes 65,535 values. */
const itemsAtOnce = 1_000

/** The batch of this id; none for a text that cannot be one. */
const ofBatch = (batchId: string): Expression<SqlBool> =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(batchId) ? sql`batch_id = cast(${batchId} as uuid)` : sql`false`

/** A batch; undefined when absent or not the owner's. With `lock` its row is locked until the commit. Index: primary key. */
export function findBatch(ctx: Ctx, batchId: string, { lock = false } = {}) {
  const question = ctx.own.select('invoice_batches').selectAll().where(ofBatch(batchId))
  return (lock ? question.forUpdate() : question).executeTakeFirst()
}
export type FoundBatch = NonNullable<Awaited<ReturnType<typeof findBatch>>>

/** The next invoices of a batch that wait to be made, in the order of the sheet. Index: invoice_batch_items_waiting. */
export const listWaiting = (ctx: Ctx, batchId: string, limit: number) =>
  ctx.own
    .select('invoice_batch_items')
    .select(['place', 'rows', 'currency', 'amount_minor'])
    .where(ofBatch(batchId))
    .where('state', '=', 'ready')
    .orderBy('place')
    .limit(limit)
    .execute()

/** The refused invoices of a batch in the order of the sheet, with their rows if wanted. Index: primary key. */
export function listFailed(ctx: Ctx, batchId: string, limit: number) {
  return ctx.own
    .select('invoice_batch_items')
    .select(['faults', 'rows'])
    .where(ofBatch(batchId))
    .where('state', '=', 'failed')
    .orderBy('place')
    .limit(limit)
    .execute()
}
/** Their faults alone. */
export async function listFaults(ctx: Ctx, batchId: string, limit: number): Promise<SheetFault[]> {
  const rows = await ctx.own
    .select('invoice_batch_items')
    .select('faults')
    .where(ofBatch(batchId))
    .where('state', '=', 'failed')
    .orderBy('place')
    .limit(limit)
    .execute()
  return rows.flatMap(({ faults }) => faults).slice(0, limit)
}

/** What became of an invoice that waited. */
export type Ending =
  | { state: 'made'; invoice_ref: string }
  | { state: 'known' }
  | { state: 'failed'; faults: SheetFault[] }
/** Notes what became of one. The rows of a refused one are kept for the sheet of errors. */
export function endItem(ctx: Ctx, batchId: string, place: number, ending: Ending): void {
  const kept = ending.state === 'failed' ? { faults: JSON.stringify(ending.faults) } : { rows: '[]' }
  ctx.write(
    ctx.own
      .update('invoice_batch_items')
      .set({ state: ending.state, ...(ending.state === 'made' && { invoice_ref: ending.invoice_ref }), ...kept })
      .where(ofBatch(batchId))
      .where('place', '=', place)
      .where('state', '=', 'ready'),
  )
}

/** Notes how far a batch is that the caller has locked. */
export function countItems(
  ctx: Ctx,
  batchId: string,
  counts: Pick<FoundBatch, 'made_count' | 'known_count' | 'failed_count' | 'totals'>,
): void {
  noteChange(ctx, 'invoice_batch', batchId)
  const set = { ...counts, totals: JSON.stringify(counts.totals), updated_at: ctx.now }
  ctx.write(ctx.own.update('invoice_batches').set(set).where(ofBatch(batchId)))
}

/** Ends a batch; false where it has ended before. */
export async function finishBatch(ctx: Ctx, batchId: string): Promise<boolean> {
  noteChange(ctx, 'invoice_batch', batchId)
  const { from, to } = invoiceBatchStates.actions.finish
  const row = await ctx.own
    .update('invoice_batches')
    .set({ status: to, finished_at: ctx.now, updated_at: ctx.now })
    .where(ofBatch(batchId))
    .where(inState(from))
    .returning('batch_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Batches under way that nothing has happened to since. Index: invoice_batches_under_way. */
export async function listUnderWay(ctx: Ctx, since: Date): Promise<string[]> {
  const rows = await ctx.own
    .select('invoice_batches')
    .select('batch_id')
    .where('status', '=', 'running')
    .where('updated_at', '<', since)
    .limit(100)
    .execute()
  return rows.map(({ batch_id }) => batch_id)
}

/** Batches that have been over since before. Index: invoice_batches_over. */
export async function listOver(ctx: Ctx, before: Date): Promise<string[]> {
  const rows = await ctx.own
    .select('invoice_batches')
    .select('batch_id')
    .where('status', '<>', 'running')
    .where('updated_at', '<', before)
    .limit(100)
    .execute()
  return rows.map(({ batch_id }) => batch_id)
}

/** Deletes a batch. The items of made invoices stay, whose keys prevent doubles. */
export function deleteBatch(ctx: Ctx, batchId: string): void {
  ctx.write(ctx.own.delete('invoice_batch_items').where(ofBatch(batchId)).where('state', '<>', 'made'))
  ctx.write(ctx.own.delete('invoice_batches').where(ofBatch(batchId)))
}
